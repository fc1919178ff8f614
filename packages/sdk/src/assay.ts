import { buildRequest, call, createApi } from './core/call.ts';
import { createKey } from './core/create-key.ts';
import type { Answer, Api, CallOptions, Input, Item, ListName } from './core/operations.ts';
import { ROUTES } from './core/routes.ts';
import { deliver } from './deliver.ts';
import { type AssayEvent, type EventsOptions, readEvents } from './events.ts';
import { createGate, type GateSpec } from './gate.ts';
import { type AssayOptions, readOptions, type Settings } from './options.ts';
import { Outbox } from './outbox.ts';
import { tell } from './tell.ts';

/** How long `flush` and `close` wait. */
export interface EndOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default: 10 s. */
  readonly timeoutMs?: number | undefined;
}

// a run is large, and is graded while one waits
const RUN_TIMEOUT_MS = 120_000;
const END_TIMEOUT_MS = 10_000;
// the limit of a request is 1 MiB; leaves room for the JSON around the evaluations
const BATCH_BYTES = 1_000_000;

/**
 * A client of an Assay server. Calls return an answer or throw. `record` sends in the background, returns at once and
 * never throws.
 */
export class Assay {
  readonly #settings: Settings;
  readonly #outbox: Outbox;
  /** Every operation of the server by name: `api.getRunScore({ run_id })`. */
  readonly api: Api;

  constructor(options: AssayOptions) {
    const settings = readOptions(options);
    this.#settings = settings;
    this.#outbox = new Outbox({
      ...settings,
      batchBytes: BATCH_BYTES,
      deliver: (parcels, how) => deliver(settings, parcels, how),
    });
    this.api = createApi(settings);
  }

  /** Evaluates one output now. */
  evaluate(evaluation: Input<'evaluate'>, options?: CallOptions): Promise<Answer<'evaluate'>> {
    return this.api.evaluate(evaluation, options);
  }

  /**
   * Evaluates one output in the background. Returns its `event_id`, which ensures that it counts only once. Never
   * throws: evaluations that cannot be sent are counted and reported to `onDrop`.
   */
  record(evaluation: Input<'evaluate'>, { event_id = createKey() }: { event_id?: string } = {}): string {
    this.#queue(event_id, () => ({ ...evaluation, event_id, output: evaluation.output ?? null }));
    return event_id;
  }

  /** The reputation of an agent; empty if it has no evaluations. */
  reputation(agent_id: string, options?: CallOptions): Promise<Answer<'getReputation'>> {
    return this.api.getReputation({ agent_id }, options);
  }

  /** Wraps a function. Each call is measured and evaluated, and returns or throws what the function did. */
  gate<Args extends unknown[], Output>(
    fn: (...args: Args) => Output | PromiseLike<Output>,
    spec: GateSpec<Args, Output>,
  ): (...args: Args) => Promise<Output> {
    return createGate(
      {
        evaluate: (evaluation, options) => this.evaluate(evaluation, options),
        record: (evaluation, options) => this.record(evaluation, options),
        evaluateLater: (evaluation, { idempotencyKey }) =>
          this.#queue(idempotencyKey, () => evaluation, { alone: true }),
        onError: (error) => void tell(this.#settings.onError, error),
      },
      fn,
      spec,
    );
  }

  /**
   * Uploads a run folder as a tar archive (plain, gzip or zstd) and has it graded. Default timeout per try: two
   * minutes.
   */
  sendRun(
    archive: Uint8Array | Blob,
    { workspace_id, timeoutMs = RUN_TIMEOUT_MS, ...options }: CallOptions & { readonly workspace_id?: string } = {},
  ): Promise<Answer<'createRuns'>> {
    const content = { type: 'application/octet-stream', body: archive };
    const answer = call(this.#settings, ROUTES.createRuns, {
      input: { workspace_id },
      options: { ...options, timeoutMs },
      content,
    });
    return answer as Promise<Answer<'createRuns'>>;
  }

  /** Iterates over the items of a list and fetches the next page when needed. */
  async *each<Name extends ListName>(
    name: Name,
    ...[input, options]: Parameters<Api[Name]>
  ): AsyncGenerator<Item<Name>, void, undefined> {
    let after: string | undefined;
    do {
      const given = { ...input, ...(after === undefined ? {} : { after }) };
      const page = (await call(this.#settings, ROUTES[name], { input: given, options })) as {
        items: Item<Name>[];
        next: string | null;
      };
      yield* page.items;
      after = page.next ?? undefined;
    } while (after !== undefined);
  }

  /** Streams the events of the server. */
  events({ workspace_id, ...options }: EventsOptions = {}): AsyncGenerator<AssayEvent, void, undefined> {
    const request = buildRequest(this.#settings, ROUTES.watchEvents, { input: { workspace_id } });
    return readEvents(this.#settings, request, options);
  }

  /** Counts of recorded evaluations by state. */
  get recorded(): { readonly queued: number; readonly sent: number; readonly dropped: number } {
    const { queued, sent, dropped } = this.#outbox;
    return { queued, sent, dropped };
  }

  /** Sends all recorded evaluations now. Returns how many are still queued afterwards or at the timeout. */
  flush({ signal, timeoutMs = END_TIMEOUT_MS }: EndOptions = {}): Promise<number> {
    return this.#outbox.flush({ signal, timeoutMs });
  }

  /** Sends all recorded evaluations and stops recording. Unsent ones are dropped at the timeout and reported to `onDrop`. */
  close({ signal, timeoutMs = END_TIMEOUT_MS }: EndOptions = {}): Promise<void> {
    return this.#outbox.close({ signal, timeoutMs });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Serializes at once, so that later changes do not matter and unserializable values are found now. */
  #queue(event_id: string, describe: () => unknown, { alone = false } = {}): void {
    try {
      const json = JSON.stringify(describe());
      this.#outbox.add({ event_id, json, bytes: new TextEncoder().encode(json).length, alone });
    } catch (error) {
      this.#outbox.reject(event_id, error);
    }
  }
}
