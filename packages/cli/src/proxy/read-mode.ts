import { AssayError } from '@assay/schema';

/** `--mode` as it may be given. */
export function readMode(mode: string): 'observe' | 'gate' {
  if (mode !== 'observe' && mode !== 'gate')
    throw new AssayError('usage', `expected --mode observe or gate, found ${mode}`);
  return mode;
}
