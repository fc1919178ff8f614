import { Count, type OrganizationId, type WorkspaceId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { toUuid } from '../../sql/ids.ts';
import { query, type Sql, type SqlValue, sql } from '../../sql/sql.ts';
import { RunNeeds } from './run-requests.ts';

const Limit = z.object({ concurrency_limit: Count.nullable() });

/** The queue of the runs that every worker can execute, and that of the others. */
export const QUEUES = ['runs', 'runs_with_needs'] as const;
export type QueueName = (typeof QUEUES)[number];

/** Waiting runs of one workspace with the same needs. */
const WaitingGroup = z.object({ group_id: z.string(), workspace: z.string(), needs: RunNeeds, runs: Count });
export type WaitingGroup = z.infer<typeof WaitingGroup>;

// runs with needs are grouped by workspace and needs
const workspaceOfJob = sql`split_part(group_id, '/', 1)`;

/** The jobs of the queue, which has its own database schema. */
export const jobsTable = (connection: Connection) => ({
  /** Executes a statement of the queue in our transaction. */
  executeSql: async (text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> => ({
    rows: await connection.list({ ...toSql(text, values as SqlValue[]), row: z.unknown() }),
  }),

  /** The uuids of workspaces at their concurrency limit, of all organizations. */
  async listFull(): Promise<string[]> {
    const full = await connection.list(query(z.object({ workspace_id: z.string() }))`
      select workspace_id from workspaces
      where concurrency_limit <= (
        select count(*) from assay_queue.job
        where name = any (${QUEUES}) and state = 'active' and group_id is not null
          and ${workspaceOfJob} = workspaces.workspace_id::text
      )`);
    return full.map(({ workspace_id }) => workspace_id);
  },

  /** Whether a workspace exceeds its concurrency limit. Concurrent calls for it wait until our transaction ends. */
  async isOverfull(organization_id: OrganizationId, workspace_id: WorkspaceId): Promise<boolean> {
    const workspace = toUuid(workspace_id);
    const { concurrency_limit } = await connection.get(query(Limit)`
      select concurrency_limit from workspaces
      where organization_id = ${toUuid(organization_id)} and workspace_id = ${workspace}
      for no key update`);
    if (concurrency_limit === null) return false;
    // a separate statement, so that it sees the changes of previous lock holders
    const { active } = await connection.get(query(z.object({ active: Count }))`
      select count(*) as active from assay_queue.job
      where name = any (${QUEUES}) and state = 'active' and group_id is not null and ${workspaceOfJob} = ${workspace}`);
    return active > concurrency_limit;
  },

  /** Waiting runs with needs, of all organizations. */
  listWaiting: (): Promise<WaitingGroup[]> =>
    connection.list(query(WaitingGroup)`
      select group_id, ${workspaceOfJob} as workspace, min(data ->> 'needs')::json as needs, count(*) as runs
      from assay_queue.job
      where name = 'runs_with_needs' and state < 'active' and group_id is not null
      group by group_id`),

  /** The queue whose next job comes first, without the jobs of the given groups. */
  async findNextQueue(except: readonly string[]): Promise<QueueName | undefined> {
    const next = await connection.find(query(z.object({ name: z.enum(QUEUES) }))`
      select name from assay_queue.job
      where name = any (${QUEUES}) and state < 'active' and not blocked and start_after <= now()
        and (group_id is null or group_id <> all (${except}::text[]))
      order by priority desc, created_on, id limit 1`);
    return next?.name;
  },
});

// the queue numbers its parameters; ours are positional
function toSql(text: string, values: readonly SqlValue[]): Sql {
  const pieces = text.split(/\$(\d+)/);
  return {
    strings: pieces.filter((_, index) => index % 2 === 0),
    values: pieces.filter((_, index) => index % 2 === 1).map((number) => values[Number(number) - 1] ?? null),
  };
}
