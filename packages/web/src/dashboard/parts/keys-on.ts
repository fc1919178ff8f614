import { readStored } from '../stored.ts';

/** Single letters get in the way of speech input, so that they can be switched off. */
export const areKeysOn = (): boolean => readStored('keys', (value) => (value === false ? false : undefined)) ?? true;
