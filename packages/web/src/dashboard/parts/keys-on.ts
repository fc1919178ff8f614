import { readStored } from '../stored.ts';

/** Single-letter shortcuts interfere with speech input, so they can be turned off. */
export const areShortcutsEnabled = (): boolean =>
  readStored('keys', (value) => (value === false ? false : undefined)) ?? true;
