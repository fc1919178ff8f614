import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Piece } from '../messages/split-messages.ts';
import { createInspectionQueue } from './inspection-queue.ts';
import { recordMissed } from './record-missed.ts';
import type { Decision, FromWorker, ToWorker, WorkerOptions } from './worker-messages.ts';

const CLOSE_TIMEOUT_MS = 10_000;
// a client that has left and sends a signal is about to send SIGKILL
const HURRIED_CLOSE_TIMEOUT_MS = 1_500;
const MOST_MEMORY_MB = 512;

interface InspectionOptions extends Omit<WorkerOptions, 'time_origin'> {
  /** Prints a line for the user. */
  readonly tell: (text: string) => void;
  /** The worker is gone and nothing is inspected anymore. */
  readonly onLost: () => void;
}

/** Inspects the traffic in a worker, so that large messages and slow checks do not delay forwarding. */
export function startInspection({ tell, onLost, ...options }: InspectionOptions) {
  const worker = startWorker({ ...options, time_origin: performance.timeOrigin });
  const queue = createInspectionQueue({ post, now: () => performance.now() });
  const decisions: ((decision: Decision) => void)[] = [];
  const waitingForRoom: (() => void)[] = [];
  const ended = Promise.withResolvers<number>();
  let isLost = false;
  let isClosed = false;
  let hurry = (): void => undefined;

  function post(message: ToWorker, transfer: readonly ArrayBuffer[] = []): void {
    if (!isLost) worker.postMessage(message, transfer);
  }
  const letGo = (): void => {
    for (const go of waitingForRoom.splice(0)) go();
  };
  const recordUninspected = (): void => {
    const { bytes, messages } = queue.takeUninspected();
    if (bytes === 0) return;
    tell(`not inspected: ${messages} ${messages === 1 ? 'message' : 'messages'} (${bytes} bytes)`);
    recordMissed({ bytes, messages }, options);
  };
  const lose = (): void => {
    if (isLost) return;
    isLost = true;
    queue.abandon();
    recordUninspected();
    for (const decide of decisions.splice(0)) decide({ action: 'withhold' });
    letGo();
    ended.resolve(0);
    onLost();
  };
  worker.on('message', (message: FromWorker) => {
    switch (message.kind) {
      case 'inspected':
        queue.release(message);
        if (queue.hasRoom()) letGo();
        break;
      case 'decided':
        decisions.shift()?.(message.decision);
        break;
      case 'told':
        tell(message.text);
        break;
      case 'ended':
        isClosed = true;
        ended.resolve(message.dropped);
        break;
    }
  });
  worker.on('error', (fault) => {
    if (!isLost) tell(`the inspection stopped: ${fault.message}`);
    lose();
  });
  worker.on('exit', () => {
    if (!isClosed) lose();
  });

  return {
    /** Copies bytes that were just forwarded. */
    see: queue.push,
    /** Undefined if there is room; otherwise resolves when there is. For a reader that must not skip anything. */
    whenRoom(): Promise<void> | undefined {
      return isLost || queue.hasRoom() ? undefined : new Promise((resolve) => waitingForRoom.push(resolve));
    },
    /** Decides on a line of the server, after everything seen before it. */
    decide(piece: Piece): Promise<Decision> {
      if (isLost) return Promise.resolve({ action: 'withhold' });
      // a line that is too large to be read is not copied
      const bytes = piece.envelope === null && piece.bytes !== null ? new Uint8Array(piece.bytes) : null;
      post({ kind: 'decide', piece: { ...piece, bytes } }, bytes === null ? [] : [bytes.buffer]);
      return new Promise((resolve) => decisions.push(resolve));
    },
    /** Shortens the time that `close` may take. */
    hurry: (): void => hurry(),
    /** Lets the worker finish and write the log. Returns the number of lines dropped because the log was full. */
    async close(): Promise<number> {
      if (!isLost) queue.close();
      post({ kind: 'end', at: performance.now() });
      const giveUp = (): void => ended.resolve(0);
      const timers = [setTimeout(giveUp, CLOSE_TIMEOUT_MS)];
      hurry = () => timers.push(setTimeout(giveUp, HURRIED_CLOSE_TIMEOUT_MS));
      const dropped = await ended.promise;
      for (const timer of timers) clearTimeout(timer);
      if (!isClosed) {
        isLost = true;
        recordUninspected();
      }
      isClosed = true;
      await worker.terminate();
      return dropped;
    },
  };
}

export type Inspection = ReturnType<typeof startInspection>;

function startWorker(workerData: WorkerOptions): Worker {
  const type = extname(import.meta.url);
  return new Worker(new URL(`./inspection-worker${type}`, import.meta.url), {
    workerData,
    // when run from sources, imported packages are sources too
    ...(type === '.ts' ? { execArgv: ['--conditions=@assay/source', '--no-warnings'] } : {}),
    // standard output belongs to the client
    stdout: true,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
}
