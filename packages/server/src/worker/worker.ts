import { openJobQueue } from '../queue/job-queue.ts';
import { requeueForgotten } from '../queue/requeue-forgotten.ts';
import { settleRun } from '../runs/settle-run.ts';
import { openSinks } from '../sinks/open-sinks.ts';
import { createAnnouncer } from './announce.ts';
import { createBell } from './bell.ts';
import { type Claim, claimRun } from './claim-run.ts';
import type { ExecuteRunOptions } from './execute-run.ts';
import { findOffer, type OfferOptions } from './find-offer.ts';
import { watchHeldRuns } from './held-runs.ts';
import { processJob } from './process-job.ts';
import type { WorkerEvent } from './worker-event.ts';

export interface WorkerOptions
  extends OfferOptions,
    Omit<ExecuteRunOptions, 'sandbox' | 'onStep' | 'onTrouble' | 'signal'> {
  readonly url: string;
  /** The name shown with attempts; unique to this process. */
  readonly name: string;
  /** The number of concurrent runs. */
  readonly concurrency: number;
  readonly onEvent: (event: WorkerEvent) => void;
  /** When aborted, takes nothing new and ends when its runs are finished. */
  readonly draining: AbortSignal;
  /** When aborted, ends at once and returns its runs to the queue. */
  readonly signal: AbortSignal;
}

const IDLE_MS = 500;
const TROUBLE_MS = 2_000;
const SWEEP_MS = 60_000;
// only an upper bound: the bell rings when there is something to do
const BUSY_MS = 5_000;

/**
 * Executes queued runs, up to `concurrency` at once, until told to stop. Throws `sandbox_unavailable` if there is
 * neither a sandbox nor a container engine, because other workers may have one.
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { store, url, name, concurrency, onEvent, signal } = options;
  const onTrouble = (error: unknown): void =>
    onEvent({ kind: 'trouble', problem: error instanceof Error ? error.message : String(error) });
  const { sandbox, offer } = await findOffer(options);
  await using jobs = await openJobQueue({ url, supervise: true, onError: onTrouble });
  await using sinks = openSinks({
    environment: options.host.environment,
    log: { write: (_level, _event, { problem }) => onTrouble(problem) },
  });
  await using held = watchHeldRuns({ store, jobs, onTrouble });
  await using announcer = createAnnouncer({ store, name, offer, onEvent });
  const bell = createBell();
  const draining = AbortSignal.any([options.draining, signal]);
  const onDrain = (): void => {
    onEvent({ kind: 'draining', running: held.size });
    bell.ring();
  };
  draining.addEventListener('abort', onDrain, { once: true });
  const under_way = new Set<Promise<void>>();
  const begin = (claim: Claim & { status: 'claimed' }): void => {
    onEvent({ kind: 'taken', run_id: claim.run.job.run_id, attempt: claim.run.attempt });
    const work = processJob(claim.run, { ...options, sandbox, jobs, held, sinks, onTrouble }).finally(() => {
      under_way.delete(work);
      bell.ring();
    });
    under_way.add(work);
  };
  onEvent({ kind: 'ready', worker: name, concurrency });
  try {
    let swept_ms = Number.NEGATIVE_INFINITY;
    while (!draining.aborted) {
      try {
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
        if (claim.status === 'claimed') begin(claim);
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
