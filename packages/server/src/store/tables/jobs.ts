import { Count, type OrganizationId, type WorkspaceId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../sql/connection.ts';
import { uuidOf } from '../sql/ids.ts';
import { query, type Sql, type SqlValue } from '../sql/sql.ts';

const Limit = z.object({ concurrency_limit: Count.nullable() });

/** The jobs of the queue, which has a schema of its own beside ours. */
export const jobsTable = (connection: Connection) => ({
  /** A statement of the queue itself: so what it does belongs to our transaction. */
  executeSql: async (text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> => ({
    rows: await connection.list({ ...toSql(text, values as SqlValue[]), row: z.unknown() }),
  }),

  /** The workspaces with as many runs under way as they may have, of all organizations, as the queue names them. */
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

  /** Whether a workspace has more runs under way than it may have. Others who ask of it wait until our transaction ends. */
  async isOverfull(organization_id: OrganizationId, workspace_id: WorkspaceId): Promise<boolean> {
    const workspace = uuidOf(workspace_id);
    const { concurrency_limit } = await connection.get(query(Limit)`
      select concurrency_limit from workspaces
      where organization_id = ${uuidOf(organization_id)} and workspace_id = ${workspace}
      for no key update`);
    if (concurrency_limit === null) return false;
    // a statement of its own, which sees what those did who had the lock before
    const { active } = await connection.get(query(z.object({ active: Count }))`
      select count(*) as active from assay_queue.job
      where name = 'runs' and state = 'active' and group_id is not null and group_id = ${workspace}`);
    return active > concurrency_limit;
  },
});

// the queue numbers its parameters, ours stand where they are used
function toSql(text: string, values: readonly SqlValue[]): Sql {
  const pieces = text.split(/\$(\d+)/);
  return {
    strings: pieces.filter((_, index) => index % 2 === 0),
    values: pieces.filter((_, index) => index % 2 === 1).map((number) => values[Number(number) - 1] ?? null),
  };
}
