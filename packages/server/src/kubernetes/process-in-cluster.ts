import { AssayError } from '@assay/schema';
import { settleRun } from '../runs/settle-run.ts';
import type { Store } from '../store/store.ts';
import type { ClaimedRun } from '../worker/claim-run.ts';
import { concludeFailed } from '../worker/conclude-attempt.ts';
import type { Holding } from '../worker/executor.ts';
import { holdWhile } from '../worker/held-runs.ts';
import type { WorkerEvent } from '../worker/worker-event.ts';
import type { Cluster } from './cluster.ts';
import { createJob, type JobSettings } from './create-job.ts';
import type { JobEnd } from './describe-job-end.ts';

export interface ProcessInClusterOptions extends Holding {
  readonly store: Store;
  readonly cluster: Cluster;
  readonly settings: JobSettings;
  readonly onEvent: (event: WorkerEvent) => void;
}

/**
 * Executes a claimed run as a Job. The worker in its pod stores the result and settles the run, so that it ends even
 * without this process. This one keeps the run held until the pod starts and concludes it if the pod cannot.
 */
export const processInCluster = (run: ClaimedRun, options: ProcessInClusterOptions): Promise<void> =>
  holdWhile(run, options, (gone) => attempt(run, { ...options, gone }));

type AttemptOptions = ProcessInClusterOptions & { readonly gone: AbortSignal };

async function attempt(run: ClaimedRun, options: AttemptOptions): Promise<void> {
  const { store, cluster, settings, onEvent, gone, signal } = options;
  const { organization_id, run_id } = run.job;
  const stopped = AbortSignal.any([gone, signal]);
  const stored = await store.runs.find(organization_id, run_id);
  const task = stored && (await store.tasks.find(organization_id, stored.task_id));
  if (task === undefined) throw new AssayError('internal', `The run ${run_id} or its task is missing`);
  const job = createJob({ claim: run, limits: task.scenario.limits }, settings);
  let end: JobEnd;
  try {
    await cluster.submit(job, stopped);
    onEvent({ kind: 'step', run_id, step: 'pod' });
    end = await cluster.waitForEnd(job, stopped);
  } catch (error) {
    end = stopped.aborted ? { status: 'running' } : { status: 'failed', problem: (error as Error).message };
  }
  if (await finish(run, options)) return;
  // its pod goes on, and the next worker takes it over
  if (signal.aborted && !gone.aborted) return onEvent({ kind: 'dropped', run_id, reason: 'its pod goes on' });
  const log = end.status === 'running' ? '' : (await cluster.readLog(job)).trim();
  await cluster.remove(job);
  if (gone.aborted) return onEvent({ kind: 'dropped', run_id, reason: 'it was canceled, or its pod returned it' });
  const problem = end.status === 'failed' ? end.problem : 'the pod ended without a result';
  const error = new AssayError('sandbox_unavailable', log === '' ? problem : `${problem}. Its last output:\n${log}`);
  const { conclusion } = await concludeFailed(run, { ...options, error });
  if (conclusion === 'gone') await finish(run, options);
  else onEvent({ kind: conclusion === 'again' ? 'failed' : 'abandoned', run_id, problem: error.message });
}

/** Settles a run whose result is stored. The pod does the same, and doing it twice changes nothing. */
async function finish({ job }: ClaimedRun, { store, jobs, onEvent }: AttemptOptions): Promise<boolean> {
  const stored = await store.runs.find(job.organization_id, job.run_id);
  if (stored?.status !== 'finished') return false;
  await settleRun(store, job);
  await jobs.complete(job);
  const { run_id, scenario, agent_id, result, outcome, overall, score, tier, wall_ms } = stored;
  onEvent({ kind: 'finished', run_id, scenario, agent_id, result, outcome, overall, score, tier, wall_ms });
  return true;
}
