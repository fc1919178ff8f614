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

/** How long to wait for something to end. */
export interface EndOptions {
  readonly signal?: AbortSignal | undefined;
  /** 10 s unless told. */
  readonly timeoutMs?: number | undefined;
}

// a run is large, and is graded while one waits
const RUN_TIMEOUT_MS = 120_000;
const END_TIMEOUT_MS = 10_000;
// a request may be 1 MiB; what is around the evaluations needs some of it
const BATCH_BYTES = 1_000_000;

/**
 * A client of an Assay server. Calls answer or throw; what is recorded goes out in the background, and neither takes
 * time nor throws.
 */
export class Assay {
  readonly #settings: Settings;
  readonly #outbox: Outbox;
  /** Every operation of the server, by its name: `api.getRunScore({ run_id })`. */
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

  /** Holds one output against its checks, now. */
  evaluate(evaluation: Input<'evaluate'>, options?: CallOptions): Promise<Answer<'evaluate'>> {
    return this.api.evaluate(evaluation, options);
  }

  /**
   * Has one output evaluated in the background. Says the `event_id` by which it counts once. Never throws: what cannot
   * be sent is counted, and told to `onDrop`.
   */
  record(evaluation: Input<'evaluate'>, { event_id = createKey() }: { event_id?: string } = {}): string {
    this.#queue(event_id, () => ({ ...evaluation, event_id, output: evaluation.output ?? null }));
    return event_id;
  }

  /** The standing of an agent; of one that nobody evaluated yet, an empty one. */
  reputation(agent_id: string, options?: CallOptions): Promise<Answer<'getReputation'>> {
    return this.api.getReputation({ agent_id }, options);
  }

  /** Wraps a function: each call is measured and evaluated, and passes on what the function gave or threw. */
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
   * Has the folder of a run graded that is sent as a tar archive: plain, or packed by gzip or zstd. One try may take two
   * minutes unless told.
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

  /** The items of a list one after another, asking for the next page when it is needed. */
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

  /** What happens on the server, as it happens. */
  events({ workspace_id, ...options }: EventsOptions = {}): AsyncGenerator<AssayEvent, void, undefined> {
    const request = buildRequest(this.#settings, ROUTES.watchEvents, { input: { workspace_id } });
    return readEvents(this.#settings, request, options);
  }

  /** What became of everything that was recorded. */
  get recorded(): { readonly queued: number; readonly sent: number; readonly dropped: number } {
    const { queued, sent, dropped } = this.#outbox;
    return { queued, sent, dropped };
  }

  /** Sends what was recorded so far, now. Says how many are still queued when that is done or the time is up. */
  flush({ signal, timeoutMs = END_TIMEOUT_MS }: EndOptions = {}): Promise<number> {
    return this.#outbox.flush({ signal, timeoutMs });
  }

  /** Sends what was recorded, and records nothing more. What is not sent in time is lost, and told to `onDrop`. */
  close({ signal, timeoutMs = END_TIMEOUT_MS }: EndOptions = {}): Promise<void> {
    return this.#outbox.close({ signal, timeoutMs });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** What is queued is text: it stays what it was, and what can be no text is known at once. */
  #queue(event_id: string, describe: () => unknown, { alone = false } = {}): void {
    try {
      const json = JSON.stringify(describe());
      this.#outbox.add({ event_id, json, bytes: new TextEncoder().encode(json).length, alone });
    } catch (error) {
      this.#outbox.reject(event_id, error);
    }
  }
}
