import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_BYTES = 8 * 1024 * 1024;

type Collect = (options: { readonly type: 'minor' }) => void;
let collect: Collect | undefined;

/**
 * Counts the bytes of buffers that passed through this thread and collects them every few megabytes. Buffers are
 * outside of the heap of V8, which by itself lets more than 60 MB of them pile up.
 */
export function createPassedCollector(): (bytes: number) => void {
  let passed = 0;
  return (bytes) => {
    passed += bytes;
    if (passed < EVERY_BYTES) return;
    passed = 0;
    collect ??= loadCollect();
    collect({ type: 'minor' });
  };
}

function loadCollect(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}
