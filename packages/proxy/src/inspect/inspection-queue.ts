import type { Side, Skipped, SkippedTraffic, ToWorker, TrafficAmount } from './worker-messages.ts';

/** How much traffic may wait for inspection. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024;

interface QueueOptions {
  readonly most_bytes?: number;
  readonly post: (message: ToWorker, transfer?: readonly ArrayBuffer[]) => void;
  /** The clock of the proxy. */
  readonly now: () => number;
}

const NEWLINE = 0x0a;
const NOTHING: SkippedTraffic = { bytes: 0, messages: 0, is_cut: false };
const NONE: Skipped = { client: NOTHING, server: NOTHING };

/**
 * Copies traffic to the worker. Never blocks: while too much is waiting, traffic is skipped and counted, and the count
 * is posted as soon as half of the room is free again.
 */
export function createInspectionQueue({ most_bytes = MOST_WAITING_BYTES, post, now }: QueueOptions) {
  let waiting: TrafficAmount = { bytes: 0, messages: 0 };
  let skipped = NONE;
  let isSkipping = false;

  const hasRoom = (): boolean => waiting.bytes < most_bytes / 2;
  const postSkipped = (): void => {
    isSkipping = false;
    if (skipped !== NONE) post({ kind: 'skipped', skipped, at: now() });
    skipped = NONE;
  };

  return {
    waiting: (): TrafficAmount => waiting,
    hasRoom,
    push(side: Side, chunk: Uint8Array): void {
      const messages = countMessages(chunk);
      // one chunk may exceed the limit, so that a single large one can be inspected
      isSkipping ||= waiting.bytes > most_bytes;
      if (isSkipping) {
        skipped = { ...skipped, [side]: addSkipped(skipped[side], chunk, messages) };
        return;
      }
      waiting = { bytes: waiting.bytes + chunk.length, messages: waiting.messages + messages };
      // copied, because a chunk may share its memory and is still being forwarded
      const bytes = new Uint8Array(chunk);
      post({ kind: 'traffic', side, bytes, messages, at: now() }, [bytes.buffer]);
    },
    /** The worker has inspected this much. */
    release({ bytes, messages }: TrafficAmount): void {
      waiting = { bytes: waiting.bytes - bytes, messages: waiting.messages - messages };
      if (isSkipping && hasRoom()) postSkipped();
    },
    /** Posts what was skipped last; nothing follows. */
    close: postSkipped,
    /** The worker is gone: skips everything that is waiting and everything that follows. */
    abandon(): void {
      isSkipping = true;
    },
    /** Traffic that was not inspected and not reported to the worker, since the last call. */
    takeUninspected(): TrafficAmount {
      const { client, server } = skipped;
      const uninspected = {
        bytes: waiting.bytes + client.bytes + server.bytes,
        messages: waiting.messages + client.messages + server.messages,
      };
      waiting = { bytes: 0, messages: 0 };
      skipped = NONE;
      return uninspected;
    },
  };
}

const addSkipped = ({ bytes, messages }: SkippedTraffic, chunk: Uint8Array, ended: number): SkippedTraffic => ({
  bytes: bytes + chunk.length,
  messages: messages + ended,
  is_cut: chunk.at(-1) !== NEWLINE,
});

function countMessages(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
