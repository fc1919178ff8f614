import { type ExitListener, unwatchExit, watchExit } from './at-exit.ts';
import { backoff } from './core/backoff.ts';
import { RequestError } from './core/request-error.ts';
import { tell } from './tell.ts';
import { unrefTimer } from './unref-timer.ts';

/** One evaluation as sent, the same for every try. */
export interface QueuedEvaluation {
  readonly event_id: string;
  readonly json: string;
  readonly bytes: number;
  /** Must be resent as a single request, as before, so that the server recognizes it. */
  readonly alone?: boolean;
}

/**
 * Why an evaluation was dropped: the queue was full, it exceeds the request limit, it is not JSON, the server rejected
 * its content, or the client was closed first.
 */
export type DropReason = 'overflow' | 'too_large' | 'unserializable' | 'refused' | 'closed';

/** Lost evaluations and the reason. */
export interface Dropped {
  readonly reason: DropReason;
  readonly event_ids: readonly string[];
  readonly error?: unknown;
}

type Loss = Omit<Dropped, 'event_ids'>;

export interface OutboxOptions {
  /** Sends once; throws a `RequestError` on failure. */
  deliver(parcels: readonly QueuedEvaluation[], options: { keepalive: boolean; signal: AbortSignal }): Promise<unknown>;
  /** How long an evaluation waits to be sent in a batch. */
  readonly batchDelayMs: number;
  readonly batchSize: number;
  readonly batchBytes: number;
  /** Queue limits while the server is unreachable; the oldest are dropped first. */
  readonly maxQueued: number;
  readonly maxQueuedBytes: number;
  /** How long to delay the exit of the process. */
  readonly exitTimeoutMs: number;
  readonly random: () => number;
  readonly onDrop?: ((dropped: Dropped) => unknown) | undefined;
  readonly onError?: ((error: unknown) => unknown) | undefined;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const LONGEST_TURN_MS = 300_000;
// browsers limit requests of a closing page to 64 KiB, including headers
const HIDE_BYTES = 60_000;
/** Statuses that mean that the content is invalid, so retrying does not help. */
const REFUSALS = new Set([400, 413, 422]);

/**
 * A bounded queue that sends in the background: in order, in batches, with retries. Adding returns at once and never
 * fails.
 */
export class Outbox implements ExitListener {
  readonly #options: OutboxOptions;
  #waiting: QueuedEvaluation[] = [];
  #sending: readonly QueuedEvaluation[] = [];
  #bytes = 0;
  #added = 0;
  #sent = 0;
  #dropped = 0;
  #limit: number;
  #running = false;
  #closed = false;
  #cancelTimer: (() => void) | undefined;
  #wake: (() => void) | undefined;
  #onSettled = new Set<() => void>();
  readonly #end = new AbortController();

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#limit = options.batchSize;
  }

  /** Accepted, but neither sent nor dropped yet. */
  get queued(): number {
    return this.#waiting.length + this.#sending.length;
  }

  get sent(): number {
    return this.#sent;
  }

  get dropped(): number {
    return this.#dropped;
  }

  add(parcel: QueuedEvaluation): void {
    this.#added++;
    if (this.#closed) this.#drop([parcel], { reason: 'closed' });
    else if (parcel.bytes > this.#options.batchBytes) this.#drop([parcel], { reason: 'too_large' });
    else this.#accept(parcel);
  }

  /** Counts an evaluation that could not be serialized. */
  reject(event_id: string, error: unknown): void {
    this.#added++;
    this.#drop([{ event_id, json: '', bytes: 0 }], { reason: 'unserializable', error });
  }

  /** Sends everything added so far. Returns how many are still queued afterwards or at the timeout. */
  async flush({ timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined }): Promise<number> {
    const goal = this.#added;
    const isDone = () => this.#sent + this.#dropped >= goal;
    if (isDone() || signal?.aborted) return this.queued;
    this.#start();
    this.#wake?.();
    await new Promise<void>((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.#onSettled.delete(settled);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const settled = () => isDone() && finish();
      // not unref'd: the caller waits for it
      const timer = setTimeout(finish, timeoutMs);
      this.#onSettled.add(settled);
      signal?.addEventListener('abort', finish, { once: true });
    });
    return this.queued;
  }

  /** Sends the queue and accepts nothing more. Unsent evaluations are dropped at the timeout and reported. */
  async close(options: { timeoutMs: number; signal?: AbortSignal | undefined }): Promise<void> {
    this.#closed = true;
    await this.flush(options);
    this.#end.abort();
    this.#abandon();
    this.#wake?.();
    this.#cancelTimer?.();
  }

  async atExit(): Promise<void> {
    // only once: a failed send must not delay the exit again
    unwatchExit(this);
    await this.flush({ timeoutMs: this.#options.exitTimeoutMs });
    this.#abandon();
  }

  atHide(): void {
    const queued = [...this.#sending, ...this.#waiting].filter(({ alone }) => alone !== true);
    const parcels = fitting(queued, {
      count: this.#options.batchSize,
      bytes: HIDE_BYTES,
    });
    if (parcels.length === 0) return;
    const { signal } = this.#end;
    this.#options.deliver(parcels, { keepalive: true, signal }).then(
      () => {
        const arrived = new Set(parcels);
        const settled = this.#waiting.filter((parcel) => arrived.has(parcel));
        this.#waiting = this.#waiting.filter((parcel) => !arrived.has(parcel));
        this.#settle(settled);
      },
      // still queued, in case the page comes back
      () => undefined,
    );
  }

  #accept(parcel: QueuedEvaluation): void {
    this.#waiting.push(parcel);
    this.#bytes += parcel.bytes;
    watchExit(this);
    this.#makeRoom();
    if (this.#waiting.length >= this.#options.batchSize) this.#start();
    else this.#cancelTimer ??= unrefTimer(() => this.#start(), this.#options.batchDelayMs);
  }

  #start(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#running || this.#waiting.length === 0) return;
    this.#running = true;
    void this.#run().finally(() => {
      this.#running = false;
      // more may have been added in the meantime
      this.#start();
    });
  }

  async #run(): Promise<void> {
    for (let failures = 0; this.#waiting.length > 0; ) {
      const batch = fitting(this.#waiting, { count: this.#limit, bytes: this.#options.batchBytes });
      this.#waiting = this.#waiting.slice(batch.length);
      this.#sending = batch;
      const error = await this.#tryDeliver(batch);
      // abandoned in the meantime
      if (this.#sending !== batch) continue;
      this.#sending = [];
      if (error === undefined) {
        failures = 0;
        this.#limit = Math.min(this.#limit * 2, this.#options.batchSize);
        this.#settle(batch);
      } else if (isRefusal(error)) this.#isolate(batch, error);
      else {
        failures++;
        this.#waiting = [...batch, ...this.#waiting];
        this.#makeRoom();
        void tell(this.#options.onError, error);
        await this.#rest(this.#waitAfter(error, failures));
      }
    }
  }

  async #tryDeliver(batch: readonly QueuedEvaluation[]): Promise<unknown> {
    try {
      await this.#options.deliver(batch, { keepalive: false, signal: this.#end.signal });
      return undefined;
    } catch (error) {
      return error ?? new Error('unknown');
    }
  }

  /** Drops only the rejected evaluation: the one the server names, or found by halving the batch. */
  #isolate(batch: readonly QueuedEvaluation[], error: RequestError): void {
    const named = batch.length === 1 ? 0 : Number(/^evaluations\[(\d+)\]/.exec(error.path ?? '')?.[1] ?? -1);
    const culprit = batch[named];
    if (culprit === undefined) this.#limit = Math.ceil(batch.length / 2);
    this.#waiting = [...batch.filter((parcel) => parcel !== culprit), ...this.#waiting];
    if (culprit !== undefined) this.#settle([culprit], { reason: 'refused', error });
  }

  #waitAfter(error: unknown, failures: number): number {
    const own = backoff({
      failures,
      first_ms: FIRST_WAIT_MS,
      most_ms: LONGEST_WAIT_MS,
      random: this.#options.random,
    });
    const asked = error instanceof RequestError ? (error.retry_after_ms ?? 0) : 0;
    return Math.max(own, Math.min(asked, LONGEST_TURN_MS));
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        this.#wake = undefined;
        resolve();
      };
      const cancel = unrefTimer(end, ms);
      this.#wake = end;
    });
  }

  #makeRoom(): void {
    const { maxQueued, maxQueuedBytes } = this.#options;
    let count = 0;
    let bytes = this.#bytes;
    while (count < this.#waiting.length && (this.queued - count > maxQueued || bytes > maxQueuedBytes)) {
      bytes -= (this.#waiting[count] as QueuedEvaluation).bytes;
      count++;
    }
    if (count > 0) this.#settle(this.#waiting.splice(0, count), { reason: 'overflow' });
  }

  #abandon(): void {
    const left = [...this.#sending, ...this.#waiting];
    this.#waiting = [];
    this.#sending = [];
    if (left.length > 0) this.#settle(left, { reason: 'closed' });
  }

  #settle(parcels: readonly QueuedEvaluation[], lost?: Loss): void {
    for (const { bytes } of parcels) this.#bytes -= bytes;
    if (this.queued === 0) unwatchExit(this);
    if (lost === undefined) this.#sent += parcels.length;
    else this.#drop(parcels, lost);
    for (const settled of [...this.#onSettled]) settled();
  }

  #drop(parcels: readonly QueuedEvaluation[], loss: Loss): void {
    this.#dropped += parcels.length;
    void tell(this.#options.onDrop, { ...loss, event_ids: parcels.map(({ event_id }) => event_id) });
  }
}

/** The first parcels that fit into one request together; at least one. */
function fitting(
  parcels: readonly QueuedEvaluation[],
  most: { count: number; bytes: number },
): readonly QueuedEvaluation[] {
  let bytes = 0;
  const end = parcels.findIndex((parcel, index) => {
    bytes += parcel.bytes;
    if (index === 0) return false;
    return index >= most.count || bytes > most.bytes || parcel.alone === true || parcels[0]?.alone === true;
  });
  return end === -1 ? parcels : parcels.slice(0, end);
}

const isRefusal = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.status !== undefined && REFUSALS.has(error.status);
