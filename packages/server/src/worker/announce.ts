import { listStranded } from '../queue/list-stranded.ts';
import type { Store } from '../store/store.ts';
import type { WorkerOffer } from '../store/tables/queue/workers.ts';
import type { Executor } from './executor.ts';
import type { WorkerEvent } from './worker-event.ts';

export interface Announcing {
  readonly store: Store;
  /** The name of the worker. */
  readonly name: string;
  readonly executor: Pick<Executor, 'offer' | 'refresh'>;
  readonly onEvent: (event: WorkerEvent) => void;
}

/** What a worker offers, as last announced. */
export interface Announcer extends AsyncDisposable {
  readonly offer: WorkerOffer;
  /** Announces the offer, if that is due, and reports queued runs that no worker takes, once for each reason. */
  announce(): Promise<void>;
}

// several times in the minute after which a worker counts as gone
const ANNOUNCE_MS = 15_000;

export function createAnnouncer({ store, name, executor, onEvent }: Announcing): Announcer {
  let { offer } = executor;
  let announced_ms = Number.NEGATIVE_INFINITY;
  let known = new Set<string>();
  return {
    get offer() {
      return offer;
    },
    async announce() {
      if (performance.now() - announced_ms < ANNOUNCE_MS) return;
      if (announced_ms > 0) offer = await executor.refresh();
      await store.workers.announce(name, offer);
      announced_ms = performance.now();
      const stranded = await listStranded(store);
      for (const { reason, runs } of stranded) if (!known.has(reason)) onEvent({ kind: 'stranded', runs, reason });
      known = new Set(stranded.map(({ reason }) => reason));
    },
    async [Symbol.asyncDispose]() {
      // a database that is away forgets it by itself
      await store.workers.leave(name).catch(() => undefined);
    },
  };
}
