import { useEffect, useRef } from 'react';
import { areKeysOn } from './keys-on.ts';

/** What keys do, by their names: `j`, `g r` one after the other, `mod+k` with Ctrl or ⌘. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

// how long the first key of two is remembered
const SEQUENCE_MS = 1_000;

/** Lets keys act while a part of the page is there. They rest while somebody types, and while something lies over the page. */
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

/** A single letter belongs to whoever types; with Ctrl or ⌘ it is nobody's text. */
function isBusy({ target }: KeyboardEvent, name: string): boolean {
  if (document.querySelector('dialog[open], [role="dialog"]') !== null) return true;
  if (name.startsWith('mod+')) return false;
  if (!areKeysOn()) return true;
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}
