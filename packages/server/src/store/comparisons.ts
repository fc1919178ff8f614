import { Comparison, ComparisonId, Instant, type OrganizationId, VerdictWord, WorkspaceId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from './connection.ts';
import { idColumn, uuidOf } from './ids.ts';
import { listPage, type Page, type PageRequest } from './page.ts';
import { json, query, sql } from './sql.ts';

/** A comparison as lists show it. */
export const ComparisonSummary = z.object({
  comparison_id: idColumn('cmp', ComparisonId),
  workspace_id: idColumn('wsp', WorkspaceId),
  /** The labels of the two sides. */
  baseline: z.string(),
  candidate: z.string(),
  verdict: VerdictWord,
  created_at: Instant,
});
export type ComparisonSummary = z.infer<typeof ComparisonSummary>;

const columns = sql`comparison_id, workspace_id, baseline, candidate, verdict, created_at`;

export const comparisonsTable = (connection: Connection) => ({
  keep: (
    organization_id: OrganizationId,
    { workspace_id, comparison }: { workspace_id: WorkspaceId; comparison: Comparison },
  ): Promise<ComparisonSummary> =>
    connection.get(query(ComparisonSummary)`
      insert into comparisons (organization_id, ${columns}, comparison) values (
        ${uuidOf(organization_id)}, ${uuidOf(comparison.comparison_id)}, ${uuidOf(workspace_id)},
        ${comparison.baseline.label}, ${comparison.candidate.label}, ${comparison.verdict.verdict},
        ${comparison.created_at}, ${json(comparison)}
      ) returning ${columns}`),

  find: async (organization_id: OrganizationId, comparison_id: ComparisonId): Promise<Comparison | undefined> => {
    const row = await connection.find(query(z.object({ comparison: Comparison }))`
      select comparison from comparisons
      where organization_id = ${uuidOf(organization_id)} and comparison_id = ${uuidOf(comparison_id)}`);
    return row?.comparison;
  },

  /** Of a workspace, newest first. */
  list: (
    organization_id: OrganizationId,
    { workspace_id, ...page }: PageRequest & { workspace_id: WorkspaceId },
  ): Promise<Page<ComparisonSummary>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([ComparisonId]),
      keyOf: ({ comparison_id }) => [comparison_id] as const,
      select: (after, limit) => query(ComparisonSummary)`
        select ${columns} from comparisons
        where organization_id = ${uuidOf(organization_id)} and workspace_id = ${uuidOf(workspace_id)}
          ${after ? sql`and comparison_id < ${uuidOf(after[0])}` : sql``}
        order by comparison_id desc limit ${limit}`,
    }),
});
