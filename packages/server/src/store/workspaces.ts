import { Instant, type OrganizationId, WorkspaceId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from './connection.ts';
import { idColumn, uuidOf } from './ids.ts';
import { listPage, type Page, type PageRequest } from './page.ts';
import { json, query, sql } from './sql.ts';

/** Where runs live; the latency baseline of a run is that of its workspace. */
export const Workspace = z.object({
  workspace_id: idColumn('wsp', WorkspaceId),
  name: z.string(),
  /** Of the scorecard, in place of its own; null when it has none. */
  weights: z.record(z.string(), z.number()).nullable(),
  created_at: Instant,
});
export type Workspace = z.infer<typeof Workspace>;

const columns = sql`workspace_id, name, weights, created_at`;

export const workspacesTable = (connection: Connection) => ({
  create: (
    organization_id: OrganizationId,
    { workspace_id, name, weights }: Pick<Workspace, 'workspace_id' | 'name' | 'weights'>,
  ): Promise<Workspace> =>
    connection.get(query(Workspace)`
      insert into workspaces (organization_id, workspace_id, name, weights)
      values (${uuidOf(organization_id)}, ${uuidOf(workspace_id)}, ${name}, ${weights && json(weights)})
      returning ${columns}`),

  find: (organization_id: OrganizationId, workspace_id: WorkspaceId): Promise<Workspace | undefined> =>
    connection.find(query(Workspace)`
      select ${columns} from workspaces
      where organization_id = ${uuidOf(organization_id)} and workspace_id = ${uuidOf(workspace_id)}`),

  list: (organization_id: OrganizationId, page: PageRequest): Promise<Page<Workspace>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([WorkspaceId]),
      keyOf: ({ workspace_id }) => [workspace_id] as const,
      select: (after, limit) => query(Workspace)`
        select ${columns} from workspaces where organization_id = ${uuidOf(organization_id)}
        ${after ? sql`and workspace_id > ${uuidOf(after[0])}` : sql``}
        order by workspace_id limit ${limit}`,
    }),
});
