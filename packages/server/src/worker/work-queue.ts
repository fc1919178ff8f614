import { requireOwnCurrent } from '../blobs/require-own-blobs.ts';
import { openJobQueue } from '../queue/job-queue.ts';
import { requeueForgotten } from '../queue/requeue-forgotten.ts';
import { settleRun } from '../runs/settle-run.ts';
import type { Store } from '../store/store.ts';
import { createAnnouncer } from './announce.ts';
import { createBell } from './bell.ts';
import { type ClaimedRun, claimRun } from './claim-run.ts';
import type { Executor } from './executor.ts';
import { watchHeldRuns } from './held-runs.ts';
import { describeTrouble, type WorkerEvent } from './worker-event.ts';

export interface WorkQueueOptions {
  readonly store: Store;
  readonly url: string;
  /** The name shown with attempts; unique to this process. */
  readonly name: string;
  /** The number of concurrent runs. */
  readonly concurrency: number;
  readonly onEvent: (event: WorkerEvent) => void;
  /** When aborted, takes nothing new and ends when its runs are finished. */
  readonly draining: AbortSignal;
  /** When aborted, ends at once and lets its runs go. */
  readonly signal: AbortSignal;
}

const IDLE_MS = 500;
const TROUBLE_MS = 2_000;
const SWEEP_MS = 60_000;
// only an upper bound: the bell rings when there is something to do
const BUSY_MS = 5_000;

/** Gives queued runs to an executor, up to `concurrency` at once, until told to stop. */
export async function workQueue(executor: Executor, options: WorkQueueOptions): Promise<void> {
  const { store, url, name, concurrency, onEvent, signal } = options;
  const onTrouble = (error: unknown): void => onEvent(describeTrouble(error));
  await requireOwnCurrent(store, onTrouble, options.draining);
  await using jobs = await openJobQueue({ url, supervise: true, onError: onTrouble });
  await using held = watchHeldRuns({ store, jobs, onTrouble });
  await using announcer = createAnnouncer({ store, name, executor, onEvent });
  const bell = createBell();
  const draining = AbortSignal.any([options.draining, signal]);
  const onDrain = (): void => {
    onEvent({ kind: 'draining', running: held.size });
    bell.ring();
  };
  draining.addEventListener('abort', onDrain, { once: true });
  const under_way = new Set<Promise<void>>();
  const begin = (run: ClaimedRun): void => {
    onEvent({ kind: 'taken', run_id: run.job.run_id, attempt: run.attempt });
    const work = executor.process(run, { jobs, held, onTrouble, signal }).finally(() => {
      under_way.delete(work);
      bell.ring();
    });
    under_way.add(work);
  };
  onEvent({ kind: 'ready', worker: name, concurrency });
  try {
    let swept_ms = Number.NEGATIVE_INFINITY;
    let took_over = false;
    while (!draining.aborted) {
      try {
        if (!took_over) for (const run of await executor.listLeft()) begin(run);
        took_over = true;
        if (performance.now() - swept_ms >= SWEEP_MS) {
          await requeueForgotten(store, jobs);
          swept_ms = performance.now();
        }
        await announcer.announce();
        if (held.size >= concurrency) {
          await bell.wait(BUSY_MS);
          continue;
        }
        const claim = await claimRun({ store, jobs, worker: name, offer: announcer.offer });
        if (claim.status === 'claimed') begin(claim.run);
        else if (claim.status === 'nothing') await bell.wait(IDLE_MS);
        else if (claim.status === 'abandoned')
          onEvent({ kind: 'abandoned', run_id: claim.job.run_id, problem: claim.problem });
        else {
          await settleRun(store, claim.job);
          await jobs.complete(claim.job);
        }
      } catch (error) {
        onTrouble(error);
        await bell.wait(TROUBLE_MS);
      }
    }
  } finally {
    await Promise.all(under_way);
    draining.removeEventListener('abort', onDrain);
  }
}
