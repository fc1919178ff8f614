import { canonicalDigest } from '@assay/harness';
import { AssayError, OrganizationId, RunId, WorkspaceId } from '@assay/schema';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { toAssayError } from '../store/sql/database-error.ts';
import { toUuid } from '../store/sql/ids.ts';
import type { Tables } from '../store/store.ts';
import { QUEUES, type QueueName } from '../store/tables/queue/jobs.ts';
import { RunNeeds } from '../store/tables/queue/run-requests.ts';
import type { WorkerOffer } from '../store/tables/queue/workers.ts';
import { meetsNeeds } from './match-needs.ts';

/** The data of a job: which run, and what it needs. Everything else is in the store, where it can change. */
const JobData = z.object({
  organization_id: OrganizationId,
  workspace_id: WorkspaceId,
  run_id: RunId,
  needs: RunNeeds.nullable().default(null),
});
type JobData = z.infer<typeof JobData>;

const TakenJob = z.object({ id: z.string(), retryCount: z.int(), heartbeatSeconds: z.int(), data: JobData });

/** A job taken by this worker. */
export interface HeldJob extends JobData {
  readonly id: string;
  readonly queue: QueueName;
  /** How often the job was retried. Workers that held it before can no longer change it. */
  readonly retryCount: number;
  /** How long the job is held without a heartbeat. */
  readonly lease_s: number;
}

/** Jobs in the database, one per requested run. Hides pg-boss. */
export interface JobQueue extends AsyncDisposable {
  /** Adds jobs in the given transaction. An existing job stays unchanged. */
  send(tables: Tables, jobs: readonly (JobData & { readonly priority: number })[]): Promise<void>;
  /**
   * Takes the job with the highest priority outside the given workspaces whose needs the worker meets. Held from the
   * commit on while kept alive.
   */
  take(tables: Tables, options: TakeOptions): Promise<HeldJob | undefined>;
  /** Extends the lease of jobs. Ignores jobs no longer held. */
  keepAlive(held: readonly HeldJob[]): Promise<void>;
  /** Completes a job, in the given transaction if any. Ignores a job no longer held. */
  complete(held: HeldJob, tables?: Tables): Promise<void>;
  /** Returns a job to the queue. Ignores a job no longer held. */
  giveBack(held: HeldJob): Promise<void>;
}

interface TakeOptions {
  /** The uuids of workspaces at their concurrency limit. */
  readonly full: ReadonlySet<string>;
  readonly offer: WorkerOffer;
}

export interface JobQueueOptions {
  readonly url: string;
  /** Seconds without a heartbeat after which jobs of a worker go to others; at least 10. Set by whoever opens the queue first. */
  readonly lease_s?: number;
  /** Whether this process requeues the jobs of lost workers. */
  readonly supervise: boolean;
  /** Receives background errors; calls throw theirs. */
  readonly onError: (error: Error) => void;
}

// long enough for a very busy machine, short enough for a waiting user
const LEASE_S = 30;
const SCHEMA = 'assay_queue';
const [PLAIN, NEEDY] = QUEUES;
const CONNECTIONS = 2;
const SUPERVISE_S = 5;
const MAINTAIN_S = 600;
// the maximum of pg-boss: heartbeats, not age, decide whether a worker is alive
const EXPIRE_S = 24 * 3600;
// no practical limit: runs wait for a worker indefinitely, and the store counts attempts
const RETENTION_S = 10 * 365 * 24 * 3600;
const RETRIES = 1_000_000;
const RETRY_DELAY_S = 1;
// the result of a run is in the store; finished jobs are not read again
const DELETE_AFTER_S = 3600;

/** Opens the queue; creates it if missing. */
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
    for (const name of QUEUES)
      await boss.createQueue(name, {
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
      for (const [queue, group] of Map.groupBy(jobs, ({ needs }) => (needs === null ? PLAIN : NEEDY))) {
        const rows = group.map(({ priority, ...data }) => ({
          id: toUuid(data.run_id),
          data,
          priority,
          group: { id: nameGroup(data) },
        }));
        await boss.insert(queue, rows, { db });
      }
    },
    async take(tables, options) {
      const { queues, except } = await chooseQueues(tables, options);
      for (const queue of queues) {
        const [job] = await boss.fetch(queue, { db: tables.jobs, ignoreGroups: except });
        if (job !== undefined) return readTaken(queue, job);
      }
      return undefined;
    },
    async keepAlive(held) {
      for (const [queue, jobs] of Map.groupBy(held, ({ queue }) => queue)) await asked(boss.touch(queue, jobs));
    },
    async complete(held, tables) {
      await asked(boss.complete(held.queue, held, null, tables === undefined ? {} : { db: tables.jobs }));
    },
    async giveBack(held) {
      await asked(boss.fail(held.queue, held, null));
    },
    [Symbol.asyncDispose]: () => stop(boss),
  };
}

// a worker takes or leaves all jobs of a group
const nameGroup = ({ workspace_id, needs }: JobData): string =>
  needs === null ? toUuid(workspace_id) : `${toUuid(workspace_id)}/${canonicalDigest(needs).slice(0, 32)}`;

/** The queues to look into, in order, and the groups whose jobs this worker cannot take. */
async function chooseQueues(
  { jobs }: Tables,
  { full, offer }: TakeOptions,
): Promise<{ queues: readonly QueueName[]; except: string[] }> {
  const waiting = await jobs.listWaiting();
  const taken = waiting.filter(({ workspace, needs }) => !full.has(workspace) && meetsNeeds(offer, needs));
  const left = waiting.filter((group) => !taken.includes(group)).map(({ group_id }) => group_id);
  const except = [...full, ...left];
  const takes_plain = meetsNeeds(offer, null);
  if (taken.length === 0) return { queues: takes_plain ? [PLAIN] : [], except };
  if (!takes_plain) return { queues: [NEEDY], except };
  return { queues: (await jobs.findNextQueue(except)) === NEEDY ? [NEEDY, PLAIN] : [PLAIN, NEEDY], except };
}

function readTaken(queue: QueueName, job: { readonly id: string }): HeldJob {
  const taken = TakenJob.safeParse(job);
  if (!taken.success) throw new AssayError('internal', `The job ${job.id} does not name a run`);
  const { id, retryCount, heartbeatSeconds: lease_s, data } = taken.data;
  return { id, queue, retryCount, lease_s, ...data };
}

const stop = (boss: PgBoss): Promise<void> => boss.stop({ graceful: false });

async function asked<Result>(asking: Promise<Result>): Promise<Result> {
  try {
    return await asking;
  } catch (error) {
    throw toAssayError(error);
  }
}
