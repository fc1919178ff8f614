import { readSync, writeSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createTrail, RUSHED, readClock, type TrailHandle } from './trail.ts';

export interface ForwardOptions extends TrailHandle {
  /** Descriptors of pipes. */
  readonly from: number;
  readonly to: number;
  /** Counts what was passed on. */
  readonly passed: Int32Array<SharedArrayBuffer>;
}

/** What ended it: the one that is read from, or the one that is written to. */
export type Forwarded = 'read_closed' | 'write_closed';

const CHUNK_BYTES = 64 * 1024;
// as often as this, and both ends are busy: whoever only carries things steps back for them, and carries more at once
const RUSH_CHUNKS = 512;
const RUSH_MS = 200;
const STEPPED_BACK = 10;
const LONGEST_NAP_MS = 5;

/** Passes on bytes from one pipe to another until one of them is closed, on a thread that does nothing else. */
export function forwardOnThread(): void {
  const { from, to, passed, port, state, zero_ms } = workerData as ForwardOptions;
  const trail = createTrail({
    state,
    post: (message) => port.postMessage(message),
    now: () => readClock() - zero_ms,
    isPatient: true,
  });
  const how = forward();
  trail.close();
  parentPort?.postMessage(how);
  port.close();

  function forward(): Forwarded {
    const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    let since = readClock();
    let hasSteppedBack = false;
    for (let count = 1; ; count++) {
      const length = insist(() => readSync(from, chunk, 0, CHUNK_BYTES, null));
      if (length === 0) return 'read_closed';
      trail.record(chunk.subarray(0, length));
      for (let written = 0; written < length; ) {
        const more = insist(() => writeSync(to, chunk, written, length - written));
        if (more === 0) return 'write_closed';
        written += more;
      }
      Atomics.add(passed, 0, 1);
      trail.wake();
      if (count % RUSH_CHUNKS === 0) {
        const now = readClock();
        if (now - since < RUSH_MS) Atomics.store(state, RUSHED, 1);
        since = now;
      }
      // one direction may be busier than the other, and it takes both
      if (hasSteppedBack || Atomics.load(state, RUSHED) === 0) continue;
      hasSteppedBack = true;
      stepBack();
    }
  }
}

// for good: only root could take it back
function stepBack(): void {
  try {
    // of this thread alone
    setPriority(0, STEPPED_BACK);
  } catch {
    // not ours to say: it takes a little more of the others' time
  }
}

// a pipe that somebody else made one that does not wait is asked again; any other fault is its end
function insist(act: () => number): number {
  for (let nap_ms = 0.05; ; nap_ms = Math.min(2 * nap_ms, LONGEST_NAP_MS)) {
    try {
      return act();
    } catch (fault) {
      const { code } = fault as NodeJS.ErrnoException;
      if (code === 'EAGAIN') Atomics.wait(NOTHING, 0, 0, nap_ms);
      else if (code !== 'EINTR') return 0;
    }
  }
}

const NOTHING = new Int32Array(new SharedArrayBuffer(4));
