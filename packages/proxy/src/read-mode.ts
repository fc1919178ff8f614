import { AssayError } from '@assay/schema';
import type { Mode } from './proxied.ts';

/** Reads the value of `--mode`. */
export function readMode(mode: string): Mode {
  if (mode !== 'observe' && mode !== 'gate')
    throw new AssayError('usage', `expected --mode observe or gate, found ${mode}`);
  return mode;
}
