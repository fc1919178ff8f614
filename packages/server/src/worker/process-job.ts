import type { JobQueue } from '../queue/job-queue.ts';
import type { SavedRun } from '../runs/save-graded-run.ts';
import { settleRun } from '../runs/settle-run.ts';
import type { Sinks } from '../sinks/open-sinks.ts';
import { toScoredRun } from '../sinks/to-scored-run.ts';
import type { ClaimedRun } from './claim-run.ts';
import { concludeFailed, concludeReturned } from './conclude-attempt.ts';
import { type ExecuteRunOptions, executeRun } from './execute-run.ts';
import { type HeldRuns, holdWhile } from './held-runs.ts';
import { retryUntilDatabase } from './retry-until-database.ts';
import type { WorkerEvent } from './worker-event.ts';

export interface ProcessJobOptions extends Omit<ExecuteRunOptions, 'onStep'> {
  readonly jobs: JobQueue;
  readonly held: HeldRuns;
  readonly sinks: Pick<Sinks, 'emit'>;
  readonly onEvent: (event: WorkerEvent) => void;
}

/** Handles one attempt at a run from claim to release, however it ends. */
export const processJob = (run: ClaimedRun, options: ProcessJobOptions): Promise<void> =>
  holdWhile(run, options, (gone) => attempt(run, { ...options, gone }));

type AttemptOptions = ProcessJobOptions & { readonly gone: AbortSignal };

async function attempt(run: ClaimedRun, options: AttemptOptions): Promise<void> {
  const { store, jobs, sinks, onEvent, gone } = options;
  const { run_id, organization_id, workspace_id } = run.job;
  let kept: SavedRun;
  try {
    kept = await executeRun(run, {
      ...options,
      signal: AbortSignal.any([gone, options.signal]),
      onStep: (step) => onEvent({ kind: 'step', run_id, step }),
    });
  } catch (error) {
    await conclude(run, { ...options, error });
    return;
  }
  const scored = toScoredRun({ organization_id, workspace_id, run: kept.evidence.run, grade: kept.grade });
  if (scored !== null) sinks.emit(scored);
  await retryUntilDatabase(() => settleRun(store, run.job), options);
  await retryUntilDatabase(() => jobs.complete(run.job), options);
  const { scenario, agent_id, result, outcome, overall, score, tier, wall_ms } = kept.run;
  onEvent({ kind: 'finished', run_id, scenario, agent_id, result, outcome, overall, score, tier, wall_ms });
}

async function conclude(run: ClaimedRun, options: AttemptOptions & { error: unknown }): Promise<void> {
  const { onEvent, gone, signal } = options;
  const { run_id } = run.job;
  if (gone.aborted) return await letGo(run, options);
  if (signal.aborted) {
    await concludeReturned(run, options);
    onEvent({ kind: 'returned', run_id });
    return;
  }
  const { conclusion, problem } = await retryUntilDatabase(() => concludeFailed(run, options), options);
  switch (conclusion) {
    case 'again':
      return onEvent({ kind: 'failed', run_id, problem });
    case 'abandoned':
      return onEvent({ kind: 'abandoned', run_id, problem });
    case 'gone':
      return await letGo(run, options);
  }
}

// completes the job of a run that is over; leaves a run that another worker has
async function letGo({ job }: ClaimedRun, options: AttemptOptions): Promise<void> {
  const { store, jobs, onEvent } = options;
  const { organization_id, run_id } = job;
  await retryUntilDatabase(async () => {
    const status = (await store.runs.find(organization_id, run_id))?.status;
    if (status === 'queued' || status === 'running')
      return onEvent({ kind: 'dropped', run_id, reason: 'another worker has the run' });
    await settleRun(store, job);
    await jobs.complete(job);
    onEvent({ kind: 'dropped', run_id, reason: `it is ${status}` });
  }, options);
}
