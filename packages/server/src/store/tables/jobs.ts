import { Count, type OrganizationId, type WorkspaceId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../sql/connection.ts';
import { toUuid } from '../sql/ids.ts';
import { query, type Sql, type SqlValue } from '../sql/sql.ts';

const Limit = z.object({ concurrency_limit: Count.nullable() });

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
        where job.name = 'runs' and job.state = 'active' and job.group_id is not null
          and job.group_id = workspaces.workspace_id::text
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
      where name = 'runs' and state = 'active' and group_id is not null and group_id = ${workspace}`);
    return active > concurrency_limit;
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
