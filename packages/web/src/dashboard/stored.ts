import { useSyncExternalStore } from 'react';

const CHANGED = 'assay-stored';

/** Reads a value from local storage. An invalid value, for example of an older version, gives undefined. */
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
    // storage may be full or disabled: the setting is then not saved
  }
  window.dispatchEvent(new Event(CHANGED));
}

/** The stored text under a name. Updates when this or another tab writes it. */
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
