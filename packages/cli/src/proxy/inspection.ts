import { realpathSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Piece } from './split-messages.ts';
import type { Cut, Decision, FromThread, Side, ThreadOptions, ToThread } from './thread-messages.ts';

/** The word after `assay proxy` by which a thread of it knows what it is. */
export const THREAD = '--inspection-thread';

// looked at in batches, when there is a lull: in the middle of many calls the look would take the time of the next one
const LULL_MS = 20;
const BATCH_MS = 500;
const BATCH_BYTES = 1024 * 1024;
// what may wait to be looked at; beyond it, traffic is let by unseen and counted
const MOST_WAITING = 32 * 1024 * 1024;
const LAST_WORDS_MS = 10_000;
// a client that has left and says so once more is about to get rude
const HURRIED_MS = 1_500;
const MOST_MEMORY_MB = 512;

interface InspectionOptions extends Omit<ThreadOptions, 'time_origin'> {
  /** Tells a person something, on a line. */
  readonly tell: (text: string) => void;
  /** The thread is gone, and nothing will be looked at any more. */
  readonly onLost: () => void;
}

/**
 * Looks at the traffic on a thread of its own: however large a message and however slow a check, the bytes are on
 * their way, and those that follow them too.
 */
export function startInspection({ tell, onLost, ...options }: InspectionOptions) {
  const workerData: ThreadOptions = { ...options, time_origin: performance.timeOrigin };
  // the same program, so that there is nothing else to be found, built or kept in step
  const worker = new Worker(realpathSync(process.argv[1] as string), {
    argv: ['proxy', THREAD],
    workerData,
    // standard output is the client's
    stdout: true,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  // one place for all that is gathered: thousands of small pieces kept for a while are work for whoever cleans up
  const gathered = Buffer.allocUnsafeSlow(BATCH_BYTES);
  let used = 0;
  let cuts: Cut[] = [];
  let timer: NodeJS.Timeout | undefined;
  let last_at = 0;
  let waiting = 0;
  let missed = { client: 0, server: 0 };
  let isLost = false;
  const decisions: ((decision: Decision) => void)[] = [];
  const roomy: (() => void)[] = [];
  let ended: ((dropped: number) => void) | undefined;

  const post = (message: ToThread, transfer: readonly ArrayBuffer[] = []): void => {
    if (!isLost) worker.postMessage(message, transfer);
  };
  const show = (seen: Buffer, cuts: readonly Cut[]): void => {
    const bytes = new Uint8Array(seen);
    post({ kind: 'seen', bytes, cuts }, [bytes.buffer]);
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (used === 0) return;
    show(gathered.subarray(0, used), cuts);
    used = 0;
    cuts = [];
  };
  const flushInLull = (): void => {
    const now = performance.now();
    const [, , first_at] = cuts[0] ?? ['client', 0, now];
    if (now - last_at >= LULL_MS || now - first_at >= BATCH_MS) flush();
    else timer = setTimeout(flushInLull, LULL_MS);
  };
  const hasMissed = (): boolean => missed.client + missed.server > 0;
  const tellMissed = (at: number): void => {
    flush();
    post({ kind: 'missed', bytes: missed, at });
    missed = { client: 0, server: 0 };
  };
  const lose = (): void => {
    if (isLost) return;
    isLost = true;
    for (const decide of decisions.splice(0)) decide({ action: 'withhold' });
    for (const go of roomy.splice(0)) go();
    ended?.(0);
    onLost();
  };
  worker.on('message', (message: FromThread) => {
    switch (message.kind) {
      case 'looked':
        waiting -= message.bytes;
        if (waiting < MOST_WAITING / 2) for (const go of roomy.splice(0)) go();
        break;
      case 'decided':
        decisions.shift()?.(message.decision);
        break;
      case 'told':
        tell(message.text);
        break;
      case 'ended':
        ended?.(message.dropped);
        break;
    }
  });
  worker.on('error', (fault) => {
    if (!isLost) tell(`the inspection ended: ${fault.message}`);
    lose();
  });
  worker.on('exit', lose);

  return {
    /** Bytes that went by. A copy of them is kept: they themselves may still wait to be written. */
    see(side: Side, chunk: Buffer): void {
      if (isLost) return;
      const at = performance.now();
      const isBehind = hasMissed();
      if (isBehind && waiting < MOST_WAITING / 2) tellMissed(at);
      else if (isBehind || waiting > MOST_WAITING) {
        missed[side] += chunk.length;
        return;
      }
      waiting += chunk.length;
      if (chunk.length > gathered.length - used) flush();
      if (chunk.length > gathered.length) {
        show(chunk, [[side, chunk.length, at]]);
        return;
      }
      used += chunk.copy(gathered, used);
      cuts.push([side, chunk.length, at]);
      last_at = at;
      timer ??= setTimeout(flushInLull, LULL_MS);
    },
    /** Resolves when there is room for more; where nothing may be missed, whoever reads waits for it. */
    hasRoom(): Promise<void> | undefined {
      return isLost || waiting < MOST_WAITING / 2 ? undefined : new Promise((resolve) => roomy.push(resolve));
    },
    /** What to do with a line of the server; after all that was seen before it. */
    decide(piece: Piece): Promise<Decision> {
      if (isLost) return Promise.resolve({ action: 'withhold' });
      flush();
      // only what will be read has to travel
      const bytes = piece.envelope === null && piece.bytes !== null ? new Uint8Array(piece.bytes) : null;
      post({ kind: 'decide', piece: { ...piece, bytes } }, bytes === null ? [] : [bytes.buffer]);
      return new Promise((resolve) => decisions.push(resolve));
    },
    /** Lets the thread write down what it has; tells what there was no room for. */
    async close(): Promise<number> {
      flush();
      if (hasMissed()) tellMissed(performance.now());
      const timers: NodeJS.Timeout[] = [];
      const dropped = await new Promise<number>((resolve) => {
        ended = resolve;
        if (isLost) resolve(0);
        post({ kind: 'end', at: performance.now() });
        const giveUp = (): void => {
          tell(`ended before ${waiting} bytes were looked at`);
          resolve(0);
        };
        timers.push(setTimeout(giveUp, LAST_WORDS_MS));
        process.on('SIGTERM', () => timers.push(setTimeout(giveUp, HURRIED_MS)));
      });
      for (const timer of timers) clearTimeout(timer);
      process.removeAllListeners('SIGTERM');
      isLost = true;
      await worker.terminate();
      return dropped;
    },
  };
}

export type Inspection = ReturnType<typeof startInspection>;
