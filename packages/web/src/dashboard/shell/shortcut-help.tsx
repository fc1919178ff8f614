import { PAGES } from '../pages/index.ts';
import { areShortcutsEnabled } from '../parts/keys-on.ts';
import { useStoredText, writeStored } from '../stored.ts';
import { ModalDialog } from './over.tsx';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl K or ⌘ K', 'search, go to a page or a run'],
  ['/', 'search or filter the page'],
  ['j  k', 'next and previous row'],
  ['Enter', 'open the row'],
  ['x', 'select the row for bulk actions'],
  ['1 … 5', 'open a tab of a run'],
  ['?', 'show this list'],
];

/** The list of shortcuts, and the switch for single-letter ones. */
export function ShortcutHelp({ close }: { close: () => void }) {
  useStoredText('keys');
  const isOn = areShortcutsEnabled();
  return (
    <ModalDialog label="Keyboard shortcuts" close={close}>
      <h2>Keyboard shortcuts</h2>
      <dl className="key-list">
        {[...PAGES.flatMap(({ title, nav }) => (nav ? [[`g ${nav.key}`, title] as const] : [])), ...KEYS].map(
          ([keys, does]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ),
        )}
      </dl>
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={() => writeStored('keys', !isOn)} />
        Enable single-letter shortcuts
      </label>
      <button type="button" onClick={close}>
        Close
      </button>
    </ModalDialog>
  );
}
