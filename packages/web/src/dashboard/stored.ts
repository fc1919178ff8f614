import { useSyncExternalStore } from 'react';

const CHANGED = 'assay-stored';

/** What this browser remembers under a name. What was changed by hand, or by an older page, counts as nothing. */
export function readStored<Value>(name: string, parse: (value: unknown) => Value | undefined): Value | undefined {
  try {
    return parse(JSON.parse(localStorage.getItem(`assay.${name}`) ?? 'null'));
  } catch {
    return undefined;
  }
}

export function writeStored(name: string, value: unknown): void {
  try {
    localStorage.setItem(`assay.${name}`, JSON.stringify(value));
  } catch {
    // private windows and full disks: the choice then lasts as long as the page
  }
  window.dispatchEvent(new Event(CHANGED));
}

/** The text that is kept under a name, now and later, also when another tab writes it. */
export function useStoredText(name: string): string | null {
  return useSyncExternalStore(subscribe, () => readText(name));
}

function readText(name: string): string | null {
  try {
    return localStorage.getItem(`assay.${name}`);
  } catch {
    return null;
  }
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('storage', changed);
  window.addEventListener(CHANGED, changed);
  return () => {
    window.removeEventListener('storage', changed);
    window.removeEventListener(CHANGED, changed);
  };
}
