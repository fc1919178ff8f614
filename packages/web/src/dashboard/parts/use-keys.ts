import { useEffect, useRef } from 'react';
import { areShortcutsEnabled } from './keys-on.ts';

/** Keyboard shortcuts by name: `j`, `g r` as a sequence, `mod+k` with Ctrl or ⌘. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

// how long the first key of a sequence stays valid
const SEQUENCE_MS = 1_000;

/** Enables shortcuts while the component is mounted, except while typing or in a dialog. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      const name = nameOf(event);
      if (name === null || event.defaultPrevented) return;
      const isSequence = first !== null && event.timeStamp - first.at < SEQUENCE_MS;
      const act = (isSequence ? current.current[`${first?.key} ${name}`] : undefined) ?? current.current[name];
      first = { key: name, at: event.timeStamp };
      if (act === undefined || isBusy(event, name)) return;
      first = null;
      event.preventDefault();
      act(event);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function nameOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.length === 1 ? `mod+${key.toLowerCase()}` : null;
  return key.length === 1 ? key : null;
}

/** Whether a shortcut is disabled: in a dialog always, in text fields only without Ctrl or ⌘. */
function isBusy({ target }: KeyboardEvent, name: string): boolean {
  if (document.querySelector('dialog[open], [role="dialog"]') !== null) return true;
  if (name.startsWith('mod+')) return false;
  if (!areShortcutsEnabled()) return true;
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}
