import { Comparison, ComparisonId, type OrganizationId, Thresholds, WorkspaceId } from '@assay/schema';
import { ComparisonPullRequest, ComparisonSummary, type StoredComparison } from '@assay/schema/api';
import { composeHeadline } from '@assay/scoring';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { json, query, sql } from '../../sql/sql.ts';

const Summary = ComparisonSummary.omit({ headline: true })
  .extend({
    comparison_id: idColumn('cmp', ComparisonId),
    workspace_id: idColumn('wsp', WorkspaceId),
    answered: Comparison.pick({ verdict: true, tasks: true, baseline: true, candidate: true, to_settle: true }).extend({
      input: z.object({ thresholds: Thresholds }),
    }),
  })
  .transform(({ answered, ...row }): ComparisonSummary => ({ ...row, headline: composeHeadline(answered) }));

const Whole = z.object({
  workspace_id: idColumn('wsp', WorkspaceId),
  comparison: Comparison,
  pull_request: ComparisonPullRequest.nullable(),
});

const columns = sql`comparison_id, workspace_id, baseline, candidate, verdict, created_at`;
// what the headline depends on, without the runs
const answered = sql`(
  select json_build_object(
    'verdict', verdict, 'tasks', tasks, 'baseline', baseline, 'candidate', candidate, 'to_settle', to_settle,
    'input', json_build_object('thresholds', input -> 'thresholds'))
  from json_to_record(comparison) as parts
    (verdict json, tasks json, baseline json, candidate json, to_settle json, input json)) as answered`;
const withPullRequest = sql`
  comparisons left join comparison_pull_requests using (organization_id, comparison_id)`;

// keeps these locks apart from other advisory locks in the same database
const LOCK_SEED = 0x70_75_6c_6c;

export const comparisonsTable = (connection: Connection) => ({
  keep: (
    organization_id: OrganizationId,
    { workspace_id, comparison }: { workspace_id: WorkspaceId; comparison: Comparison },
  ): Promise<ComparisonSummary> =>
    connection.get(query(Summary)`
      insert into comparisons (organization_id, ${columns}, comparison) values (
        ${toUuid(organization_id)}, ${toUuid(comparison.comparison_id)}, ${toUuid(workspace_id)},
        ${comparison.baseline.label}, ${comparison.candidate.label}, ${comparison.verdict.verdict},
        ${comparison.created_at}, ${json(comparison)}
      ) returning ${columns}, ${answered}, null as pull_request`),

  find: async (organization_id: OrganizationId, comparison_id: ComparisonId): Promise<StoredComparison | undefined> => {
    const row = await connection.find(query(Whole)`
      select workspace_id, comparison, pull_request from ${withPullRequest}
      where organization_id = ${toUuid(organization_id)} and comparison_id = ${toUuid(comparison_id)}`);
    if (row === undefined) return undefined;
    const { comparison, workspace_id, pull_request } = row;
    return { ...comparison, workspace_id, pull_request };
  },

  /** Sets the pull request of a comparison. Undefined if there is no such comparison. */
  putPullRequest: (
    organization_id: OrganizationId,
    { comparison_id, pull_request }: { comparison_id: ComparisonId; pull_request: ComparisonPullRequest },
  ): Promise<ComparisonSummary | undefined> =>
    connection.find(query(Summary)`
      with put as (
        insert into comparison_pull_requests (organization_id, comparison_id, pull_request)
        select organization_id, comparison_id, ${json(pull_request)} from comparisons
        where organization_id = ${toUuid(organization_id)} and comparison_id = ${toUuid(comparison_id)}
        on conflict (organization_id, comparison_id) do update set
          pull_request = excluded.pull_request, updated_at = now()
        returning organization_id, comparison_id, pull_request
      )
      select ${columns}, ${answered}, pull_request from comparisons join put using (organization_id, comparison_id)`),

  /**
   * Until the end of the transaction, nobody else opens a pull request of the organization: comparisons may share a
   * branch. However long the remote takes, the lock stays.
   */
  async lockPullRequests(organization_id: OrganizationId): Promise<void> {
    await connection.run(sql`set local idle_in_transaction_session_timeout = 0`);
    await connection.run(sql`
      select pg_advisory_xact_lock(hashtextextended(${toUuid(organization_id)}::text, ${LOCK_SEED}))`);
  },

  /** The comparisons of a workspace, newest first. */
  list: (
    organization_id: OrganizationId,
    { workspace_id, ...page }: PageRequest & { workspace_id: WorkspaceId },
  ): Promise<Page<ComparisonSummary>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([ComparisonId]),
      keyOf: ({ comparison_id }) => [comparison_id] as const,
      select: (after, limit) => query(Summary)`
        select ${columns}, ${answered}, pull_request from ${withPullRequest}
        where organization_id = ${toUuid(organization_id)} and workspace_id = ${toUuid(workspace_id)}
          ${after ? sql`and comparison_id < ${toUuid(after[0])}` : sql``}
        order by comparison_id desc limit ${limit}`,
    }),
});
