import { JudgeSpec, type RunId } from '@assay/schema';
import type { Store } from '../src/store/store.ts';
import { runWorker, type WorkerOptions } from '../src/worker/worker.ts';
import type { WorkerEvent } from '../src/worker/worker-event.ts';
import { testHost } from './queued-runs.ts';

/** A worker in this process. Disposing stops it at once. */
export interface TestWorker extends AsyncDisposable {
  readonly events: readonly WorkerEvent[];
  /** Settles with the first matching event, past or future. */
  until<Kind extends WorkerEvent['kind']>(kind: Kind, run_id?: RunId): Promise<WorkerEvent & { kind: Kind }>;
  drain(): void;
  stop(): void;
  /** Settles when it has ended. */
  readonly ended: Promise<void>;
}

export function startWorker({
  log,
  ...options
}: { store: Store; url: string } & Partial<
  Pick<WorkerOptions, 'name' | 'concurrency' | 'host' | 'sandbox' | 'images' | 'labels'>
> & {
    /** A shared log of the events of several workers, in order. */
    readonly log?: WorkerEvent[];
  }): TestWorker {
  const events: WorkerEvent[] = [];
  const waiting = new Set<(event: WorkerEvent) => void>();
  const [draining, now] = [new AbortController(), new AbortController()];
  const ended = runWorker({
    name: 'one',
    concurrency: 1,
    sandbox: { readable: [] },
    images: 'none',
    labels: {},
    allowed_hosts: [],
    judge: JudgeSpec.parse({ use: 'heuristic' }),
    host: testHost,
    harness_version: '0.0.0-test',
    ...options,
    onEvent: (event) => {
      events.push(event);
      log?.push(event);
      for (const look of [...waiting]) look(event);
    },
    draining: draining.signal,
    signal: now.signal,
  });
  return {
    events,
    ended,
    drain: () => draining.abort(),
    stop: () => now.abort(),
    until: (kind, run_id) => {
      type Wanted = WorkerEvent & { kind: typeof kind };
      const isIt = (event: WorkerEvent): event is Wanted =>
        event.kind === kind && (run_id === undefined || ('run_id' in event && event.run_id === run_id));
      const before = events.find(isIt);
      if (before !== undefined) return Promise.resolve(before);
      return new Promise((resolve, reject) => {
        const look = (event: WorkerEvent): void => {
          if (!isIt(event)) return;
          waiting.delete(look);
          resolve(event);
        };
        waiting.add(look);
        ended.then(
          () => reject(new Error(`Expected ${kind} before the worker ended, found ${JSON.stringify(events)}`)),
          reject,
        );
      });
    },
    async [Symbol.asyncDispose]() {
      now.abort();
      await ended;
    },
  };
}
