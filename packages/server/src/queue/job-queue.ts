import { AssayError, OrganizationId, RunId, WorkspaceId } from '@assay/schema';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { toAssayError } from '../store/sql/database-error.ts';
import { uuidOf } from '../store/sql/ids.ts';
import type { Tables } from '../store/store.ts';

/** What a job says: which run. Everything else is in the store, where it can change. */
const JobData = z.object({ organization_id: OrganizationId, workspace_id: WorkspaceId, run_id: RunId });
type JobData = z.infer<typeof JobData>;

const TakenJob = z.object({ id: z.string(), retryCount: z.int(), heartbeatSeconds: z.int(), data: JobData });

/** A job that was taken. */
export interface HeldJob extends JobData {
  readonly id: string;
  /** Which time it was taken: whoever had it before cannot touch it any more. */
  readonly retryCount: number;
  /** How long it stays ours without being kept alive. */
  readonly lease_s: number;
}

/** Jobs in the database, one for each run that is asked for. All that knows pg-boss is behind this. */
export interface JobQueue extends AsyncDisposable {
  /** Adds jobs with what else the transaction does. A job that is there already stays as it is. */
  send(tables: Tables, jobs: readonly (JobData & { readonly priority: number })[]): Promise<void>;
  /** The most urgent job that is of none of these workspaces; ours from the commit on, for as long as it is kept alive. */
  take(tables: Tables, options: { readonly except: readonly string[] }): Promise<HeldJob | undefined>;
  /** Prolongs the lease of jobs. One that is no longer ours is left alone. */
  keepAlive(held: readonly HeldJob[]): Promise<void>;
  /** Ends a job for good, with what else the transaction does if there is one. One that is no longer ours is left alone. */
  complete(held: HeldJob, tables?: Tables): Promise<void>;
  /** Gives a job back to whoever takes it next. One that is no longer ours is left alone. */
  giveBack(held: HeldJob): Promise<void>;
}

export interface JobQueueOptions {
  readonly url: string;
  /** How long a worker may be silent until its jobs are given to others; at least 10. Whoever opens the queue first decides. */
  readonly lease_s?: number;
  /** Whether this process looks after the jobs of workers that do not come back. */
  readonly supervise: boolean;
  /** Told of faults in the background; what was asked for throws them itself. */
  readonly onError: (error: Error) => void;
}

// long enough for a machine that is very busy, short enough for who waits
const LEASE_S = 30;
const SCHEMA = 'assay_queue';
const NAME = 'runs';
const CONNECTIONS = 2;
const SUPERVISE_S = 5;
const MAINTAIN_S = 600;
// the longest that pg-boss takes: that a worker lives is told by its heartbeat, not by its age
const EXPIRE_S = 24 * 3600;
// a run waits for a worker as long as it takes, and how often it is tried is counted in the store
const RETENTION_S = 10 * 365 * 24 * 3600;
const RETRIES = 1_000_000;
const RETRY_DELAY_S = 1;
// what became of a run is in the store: nobody looks at the job again
const DELETE_AFTER_S = 3600;

/** Opens the queue, which is created when it is not there. */
export async function openJobQueue({ url, lease_s = LEASE_S, supervise, onError }: JobQueueOptions): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'assay queue',
    max: CONNECTIONS,
    schema: SCHEMA,
    schedule: false,
    supervise,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    maintenanceIntervalSeconds: MAINTAIN_S,
  });
  boss.on('error', onError);
  try {
    await boss.start();
    await boss.createQueue(NAME, {
      heartbeatSeconds: lease_s,
      expireInSeconds: EXPIRE_S,
      retentionSeconds: RETENTION_S,
      deleteAfterSeconds: DELETE_AFTER_S,
      retryLimit: RETRIES,
      retryDelay: RETRY_DELAY_S,
    });
  } catch (error) {
    await stop(boss);
    throw toAssayError(error);
  }
  return {
    async send({ jobs: db }, jobs) {
      const rows = jobs.map(({ priority, ...data }) => ({
        id: uuidOf(data.run_id),
        data,
        priority,
        group: { id: uuidOf(data.workspace_id) },
      }));
      await boss.insert(NAME, rows, { db });
    },
    async take({ jobs: db }, { except }) {
      const [job] = await boss.fetch(NAME, { db, ignoreGroups: [...except] });
      if (job === undefined) return undefined;
      const taken = TakenJob.safeParse(job);
      if (!taken.success)
        throw new AssayError('internal', `Expected the job ${job.id} to name a run, found other data`);
      const { id, retryCount, heartbeatSeconds: lease_s, data } = taken.data;
      return { id, retryCount, lease_s, ...data };
    },
    async keepAlive(held) {
      if (held.length > 0) await asked(boss.touch(NAME, [...held]));
    },
    async complete(held, tables) {
      await asked(boss.complete(NAME, held, null, tables === undefined ? {} : { db: tables.jobs }));
    },
    async giveBack(held) {
      await asked(boss.fail(NAME, held, null));
    },
    [Symbol.asyncDispose]: () => stop(boss),
  };
}

const stop = (boss: PgBoss): Promise<void> => boss.stop({ graceful: false });

async function asked<Result>(asking: Promise<Result>): Promise<Result> {
  try {
    return await asking;
  } catch (error) {
    throw toAssayError(error);
  }
}
