import { AssayError } from '@assay/schema';
import type { HeldJob, JobQueue } from '../queue/job-queue.ts';
import { meetsNeeds } from '../queue/match-needs.ts';
import { toUuid } from '../store/sql/ids.ts';
import type { Store, Tables } from '../store/store.ts';
import type { WorkerOffer } from '../store/tables/queue/workers.ts';

/** A run held by this worker until another attempt starts. */
export interface ClaimedRun {
  readonly job: HeldJob;
  readonly attempt: number;
}

/**
 * The result of a claim. `over`: the run is over, but its job was not completed. `abandoned`: too many attempts
 * failed.
 */
export type Claim =
  | { readonly status: 'nothing' }
  | { readonly status: 'claimed'; readonly run: ClaimedRun }
  | { readonly status: 'over'; readonly job: HeldJob }
  | { readonly status: 'abandoned'; readonly job: HeldJob; readonly problem: string };

export interface Claiming {
  readonly store: Store;
  readonly jobs: JobQueue;
  /** The name of the worker. */
  readonly worker: string;
  readonly offer: WorkerOffer;
}

/** The maximum number of failed attempts, so that a run that crashes its worker cannot crash all of them. */
export const MAX_ATTEMPTS = 5;

/**
 * Takes the run with the highest priority that this worker can execute and whose workspace has capacity. Job and
 * attempt are taken atomically.
 */
export async function claimRun(claiming: Claiming): Promise<Claim> {
  const full = new Set(await claiming.store.jobs.listFull());
  for (;;) {
    let overfull: string | undefined;
    let unfit = false;
    try {
      return await claiming.store.transaction(async (tables) => {
        overfull = undefined;
        unfit = false;
        const job = await claiming.jobs.take(tables, { full, offer: claiming.offer });
        if (job === undefined) return { status: 'nothing' };
        if (!meetsNeeds(claiming.offer, job.needs)) {
          unfit = true;
          throw new AssayError('conflict', 'the run was added meanwhile, and its needs are not met here');
        }
        if (await tables.jobs.isOverfull(job.organization_id, job.workspace_id)) {
          overfull = toUuid(job.workspace_id);
          throw new AssayError('conflict', 'the workspace is full: another worker was faster');
        }
        return await begin(tables, { ...claiming, job });
      });
    } catch (error) {
      // the rollback returned the job to the queue
      if (overfull === undefined && !unfit) throw error;
      if (overfull !== undefined) full.add(overfull);
    }
  }
}

async function begin(tables: Tables, { jobs, worker, job }: Claiming & { job: HeldJob }): Promise<Claim> {
  const { organization_id, run_id } = job;
  if ((await tables.run_attempts.countLost(organization_id, run_id)) >= MAX_ATTEMPTS) {
    const problem = `${MAX_ATTEMPTS} attempts failed: their workers were lost or could not execute the run`;
    if ((await tables.runs.abandon(organization_id, { run_id, problem })) === undefined) return { status: 'over', job };
    await jobs.complete(job, tables);
    return { status: 'abandoned', job, problem };
  }
  const begun = await tables.run_attempts.start(organization_id, { run_id, worker });
  return begun === undefined ? { status: 'over', job } : { status: 'claimed', run: { job, attempt: begun.attempt } };
}
