import type { MessagePort } from 'node:worker_threads';

/** What may wait to be looked at; beyond it, traffic is let by unseen and counted. */
export const MOST_WAITING = 64 * 1024 * 1024;
/** How long it takes for one who looks at nothing to be taken for lost. */
const PATIENCE_MS = 250;
const SEGMENT_BYTES = 1024 * 1024;

/** Where a segment says up to which byte it is written. */
export const WRITTEN = 0;
export const SEGMENT_HEADER = 8;
/** When the bytes came (a double), how many they are and how many before them went by unseen (both of 32 bits). */
export const RECORD_HEADER = 16;
const ALIGNMENT = 8;

/** What all who write trails share with the one who follows them. */
export type TrailState = Int32Array<SharedArrayBuffer>;
/** Whether the follower has to be woken. */
export const ASLEEP = 0;
/** How many bytes it has not looked at yet. */
export const WAITING = 1;
/** How often it has looked. */
export const LOOKS = 2;
/** Whether very much was to be passed on at some time. */
export const RUSHED = 3;

/** A segment to read from now on, or null: there is something new in the last one. */
export type TrailMessage = SharedArrayBuffer | null;

export interface TrailOptions {
  readonly state: TrailState;
  readonly post: (message: TrailMessage) => void;
  /** The clock of the proxy. */
  readonly now: () => number;
  /** Whether to wait for the follower when it is far behind, rather than to leave it behind at once. */
  readonly isPatient: boolean;
}

/** What a thread needs to leave a trail of its own. */
export interface TrailHandle {
  readonly port: MessagePort;
  readonly state: TrailState;
  /** When the clock of the proxy was zero, on the one that all threads have. */
  readonly zero_ms: number;
}

/** A clock that is the same for all threads, in milliseconds. */
export const readClock = (): number => Number(process.hrtime.bigint()) / 1e6;

export const createTrailState = (): TrailState => new Int32Array(new SharedArrayBuffer(16));

/** A piece of memory that records are written into one after the other. */
export interface Segment {
  readonly bytes: Buffer;
  readonly view: DataView;
  readonly words: Int32Array;
}

export const viewSegment = (memory: SharedArrayBuffer): Segment => ({
  bytes: Buffer.from(memory),
  view: new DataView(memory),
  words: new Int32Array(memory),
});

/** How much of a segment a record takes. */
export const spaceOf = (length: number): number => Math.ceil((RECORD_HEADER + length) / ALIGNMENT) * ALIGNMENT;

/**
 * Bytes of one side of a conversation as they went by, in memory that another thread reads when it finds the time:
 * nobody is called, and nothing is handed over, for as long as the reader is awake.
 */
export function createTrail({ state, post, now, isPatient }: TrailOptions) {
  let segment: Segment | undefined;
  let end = 0;
  let missed = 0;

  const open = (needed: number): Segment => {
    const memory = new SharedArrayBuffer(Math.max(SEGMENT_BYTES, SEGMENT_HEADER + needed));
    end = SEGMENT_HEADER;
    post(memory);
    return viewSegment(memory);
  };
  const hasRoom = (): boolean => {
    // once behind, it is not waited for again before it has caught up by half
    if (missed > 0) return Atomics.load(state, WAITING) < MOST_WAITING / 2;
    for (;;) {
      const looks = Atomics.load(state, LOOKS);
      if (Atomics.load(state, WAITING) <= MOST_WAITING) return true;
      if (!isPatient || Atomics.wait(state, LOOKS, looks, PATIENCE_MS) === 'timed-out') return false;
    }
  };
  const add = (chunk: Uint8Array): void => {
    const needed = spaceOf(chunk.length);
    if (segment === undefined || end + needed > segment.bytes.length) segment = open(needed);
    const { view, bytes, words } = segment;
    view.setFloat64(end, now());
    view.setInt32(end + 8, chunk.length);
    view.setInt32(end + 12, Math.min(missed, 0x7fff_ffff));
    bytes.set(chunk, end + RECORD_HEADER);
    missed = 0;
    end += needed;
    Atomics.add(state, WAITING, chunk.length);
    Atomics.store(words, WRITTEN, end);
  };

  return {
    /** To be called before the bytes are passed on, so that no answer is recorded before its question. */
    record(chunk: Uint8Array): void {
      if (hasRoom()) add(chunk);
      else missed += chunk.length;
    },
    /** Lets the follower know that there is something, if it rests. */
    wake(): void {
      if (Atomics.load(state, ASLEEP) === 1 && Atomics.exchange(state, ASLEEP, 0) === 1) post(null);
    },
    /** Nothing follows; what was missed last is told. */
    close(): void {
      if (missed > 0) add(new Uint8Array(0));
    },
  };
}

export type Trail = ReturnType<typeof createTrail>;
