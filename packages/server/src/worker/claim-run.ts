import { AssayError } from '@assay/schema';
import type { HeldJob, JobQueue } from '../queue/job-queue.ts';
import { uuidOf } from '../store/sql/ids.ts';
import type { Store, Tables } from '../store/store.ts';

/** A run that is ours, for as long as nobody begins another attempt at it. */
export interface ClaimedRun {
  readonly job: HeldJob;
  readonly attempt: number;
}

/**
 * What a look into the queue gave. Over: the run of the job is over already, but whoever ended it did not come to end
 * the job. Abandoned: too many attempts at it came to nothing.
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
}

/** How many attempts may come to nothing: a run that takes its worker down with it must not take down all of them. */
export const MAX_ATTEMPTS = 5;

/** Takes the most urgent run whose workspace has room for it: the job and the attempt at once, or neither. */
export async function claimRun(claiming: Claiming): Promise<Claim> {
  const full = new Set(await claiming.store.jobs.listFull());
  for (;;) {
    let overfull: string | undefined;
    try {
      return await claiming.store.transaction(async (tables) => {
        overfull = undefined;
        const job = await claiming.jobs.take(tables, { except: [...full] });
        if (job === undefined) return { status: 'nothing' };
        if (await tables.jobs.isOverfull(job.organization_id, job.workspace_id)) {
          overfull = uuidOf(job.workspace_id);
          throw new AssayError('conflict', 'another worker was faster: the workspace is full');
        }
        return await begin(tables, { ...claiming, job });
      });
    } catch (error) {
      // the job is back where it was, as if it had not been taken
      if (overfull === undefined) throw error;
      full.add(overfull);
    }
  }
}

async function begin(tables: Tables, { jobs, worker, job }: Claiming & { job: HeldJob }): Promise<Claim> {
  const { organization_id, run_id } = job;
  if ((await tables.run_attempts.countLost(organization_id, run_id)) >= MAX_ATTEMPTS) {
    const problem = `${MAX_ATTEMPTS} attempts came to nothing: their workers did not come back, or could not execute it`;
    if ((await tables.runs.abandon(organization_id, { run_id, problem })) === undefined) return { status: 'over', job };
    await jobs.complete(job, tables);
    return { status: 'abandoned', job, problem };
  }
  const begun = await tables.run_attempts.start(organization_id, { run_id, worker });
  return begun === undefined ? { status: 'over', job } : { status: 'claimed', run: { job, attempt: begun.attempt } };
}
