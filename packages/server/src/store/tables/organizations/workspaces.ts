import { type OrganizationId, WorkspaceId } from '@assay/schema';
import { Workspace } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { join, json, query, sql } from '../../sql/sql.ts';

/** The settings of a workspace. Undefined ones stay unchanged, or null when created. */
type Settings = {
  readonly [Name in Exclude<keyof Workspace, 'workspace_id' | 'created_at'>]?: Workspace[Name] | undefined;
};
type NewWorkspace = Settings & Pick<Workspace, 'workspace_id' | 'name'>;

const Row = Workspace.extend({ workspace_id: idColumn('wsp', WorkspaceId) });
const columns = sql`
  workspace_id, name, weights, judge, prices, evidence_retention_days, concurrency_limit, share_links,
  budget_usd_micros, created_at`;

export const workspacesTable = (connection: Connection) => ({
  create: (organization_id: OrganizationId, workspace: NewWorkspace): Promise<Workspace> =>
    connection.get(query(Row)`
      insert into workspaces (
        organization_id, workspace_id, name, weights, judge, prices, evidence_retention_days, concurrency_limit,
        share_links, budget_usd_micros
      ) values (
        ${toUuid(organization_id)}, ${toUuid(workspace.workspace_id)}, ${workspace.name},
        ${optionalJson(workspace.weights)}, ${optionalJson(workspace.judge)}, ${optionalJson(workspace.prices)},
        ${workspace.evidence_retention_days ?? null}, ${workspace.concurrency_limit ?? null},
        ${workspace.share_links ?? false}, ${workspace.budget_usd_micros ?? null}
      ) returning ${columns}`),

  find: (organization_id: OrganizationId, workspace_id: WorkspaceId): Promise<Workspace | undefined> =>
    connection.find(query(Row)`
      select ${columns} from workspaces
      where organization_id = ${toUuid(organization_id)} and workspace_id = ${toUuid(workspace_id)}`),

  /** Changes only the given fields. Undefined if there is no such workspace. */
  update: (
    organization_id: OrganizationId,
    { workspace_id, ...change }: Settings & Pick<Workspace, 'workspace_id'>,
  ): Promise<Workspace | undefined> => {
    const { name, weights, judge, prices, evidence_retention_days, concurrency_limit, share_links, budget_usd_micros } =
      change;
    const changes = [
      // a no-op, so that the list is never empty
      sql`workspace_id = workspace_id`,
      ...(name !== undefined ? [sql`name = ${name}`] : []),
      ...(weights !== undefined ? [sql`weights = ${optionalJson(weights)}`] : []),
      ...(judge !== undefined ? [sql`judge = ${optionalJson(judge)}`] : []),
      ...(prices !== undefined ? [sql`prices = ${optionalJson(prices)}`] : []),
      ...(evidence_retention_days !== undefined ? [sql`evidence_retention_days = ${evidence_retention_days}`] : []),
      ...(concurrency_limit !== undefined ? [sql`concurrency_limit = ${concurrency_limit}`] : []),
      ...(share_links !== undefined ? [sql`share_links = ${share_links}`] : []),
      ...(budget_usd_micros !== undefined ? [sql`budget_usd_micros = ${budget_usd_micros}`] : []),
    ];
    return connection.find(query(Row)`
      update workspaces set ${join(changes, ', ')}
      where organization_id = ${toUuid(organization_id)} and workspace_id = ${toUuid(workspace_id)}
      returning ${columns}`);
  },

  list: (organization_id: OrganizationId, page: PageRequest): Promise<Page<Workspace>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([WorkspaceId]),
      keyOf: ({ workspace_id }) => [workspace_id] as const,
      select: (after, limit) => query(Row)`
        select ${columns} from workspaces where organization_id = ${toUuid(organization_id)}
        ${after ? sql`and workspace_id > ${toUuid(after[0])}` : sql``}
        order by workspace_id limit ${limit}`,
    }),
});

const optionalJson = (value: unknown): string | null => (value == null ? null : json(value));
