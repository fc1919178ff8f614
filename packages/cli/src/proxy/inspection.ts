import { MessageChannel } from 'node:worker_threads';
import type { Piece } from './split-messages.ts';
import type { Decision, FromThread, Side, ThreadOptions, ToThread } from './thread-messages.ts';
import { INSPECTION, startThread } from './threads.ts';
import {
  createTrail,
  createTrailState,
  MOST_WAITING,
  readClock,
  type Trail,
  type TrailHandle,
  WAITING,
} from './trail.ts';

const LAST_WORDS_MS = 10_000;
// a client that has left and says so once more is about to get rude
const HURRIED_MS = 1_500;
const MOST_MEMORY_MB = 512;

interface InspectionOptions extends Omit<ThreadOptions, 'time_origin' | 'trails' | 'state'> {
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
  const state = createTrailState();
  const ways = { client: new MessageChannel(), server: new MessageChannel() };
  const ends = { client: ways.client.port2, server: ways.server.port2 };
  const workerData: ThreadOptions = { ...options, time_origin: performance.timeOrigin, state, trails: ends };
  const worker = startThread(INSPECTION, {
    workerData,
    transferList: [ends.client, ends.server],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  let trails: Record<Side, Trail> | undefined;
  let isLost = false;
  const decisions: ((decision: Decision) => void)[] = [];
  const roomy: (() => void)[] = [];
  let ended: ((dropped: number) => void) | undefined;

  const leaveTrail = (side: Side): Trail =>
    createTrail({
      state,
      post: (message) => ways[side].port1.postMessage(message),
      now: () => performance.now(),
      // whoever passes on everything waits for nobody
      isPatient: false,
    });
  const post = (message: ToThread, transfer: readonly ArrayBuffer[] = []): void => {
    if (!isLost) worker.postMessage(message, transfer);
  };
  const waiting = (): number => Atomics.load(state, WAITING);
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
        if (waiting() < MOST_WAITING / 2) for (const go of roomy.splice(0)) go();
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
    /** Bytes that are about to go by; a copy of them is kept. */
    see(side: Side, chunk: Uint8Array): void {
      if (isLost) return;
      trails ??= { client: leaveTrail('client'), server: leaveTrail('server') };
      trails[side].record(chunk);
      trails[side].wake();
    },
    /** For threads that record themselves what they pass on. */
    handOut: (side: Side): TrailHandle => ({ port: ways[side].port1, state, zero_ms: readClock() - performance.now() }),
    /** Resolves when there is room for more; where nothing may be missed, whoever reads waits for it. */
    hasRoom(): Promise<void> | undefined {
      return isLost || waiting() < MOST_WAITING / 2 ? undefined : new Promise((resolve) => roomy.push(resolve));
    },
    /** What to do with a line of the server; after all that was seen before it. */
    decide(piece: Piece): Promise<Decision> {
      if (isLost) return Promise.resolve({ action: 'withhold' });
      // only what will be read has to travel
      const bytes = piece.envelope === null && piece.bytes !== null ? new Uint8Array(piece.bytes) : null;
      post({ kind: 'decide', piece: { ...piece, bytes } }, bytes === null ? [] : [bytes.buffer]);
      return new Promise((resolve) => decisions.push(resolve));
    },
    /** Lets the thread write down what it has; tells what there was no room for. */
    async close(): Promise<number> {
      for (const trail of Object.values(trails ?? {})) trail.close();
      const timers: NodeJS.Timeout[] = [];
      const dropped = await new Promise<number>((resolve) => {
        ended = resolve;
        if (isLost) resolve(0);
        post({ kind: 'end', at: performance.now() });
        const giveUp = (): void => {
          tell(`ended before ${waiting()} bytes were looked at`);
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
