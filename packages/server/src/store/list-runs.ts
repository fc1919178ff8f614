import { Instant, type OrganizationId, type Outcome, RunId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from './connection.ts';
import { uuidOf } from './ids.ts';
import { listPage, type Page, type PageRequest } from './page.ts';
import { join, query, sql } from './sql.ts';
import { RunSummary, summaryColumns } from './stored-run.ts';

/** Which runs of a workspace are asked for. */
export interface RunFilter extends Pick<RunSummary, 'workspace_id'> {
  readonly agent_id?: string;
  readonly scenario?: string;
  readonly label?: string;
  readonly status?: RunSummary['status'];
  readonly outcome?: Outcome;
}

/** The runs of a workspace, newest first. There is an index for each filter. */
export const listRuns = (
  connection: Connection,
  {
    organization_id,
    workspace_id,
    limit,
    after,
    ...filter
  }: RunFilter & PageRequest & { organization_id: OrganizationId },
): Promise<Page<RunSummary>> =>
  listPage(connection, {
    limit,
    after,
    key: z.tuple([Instant, RunId]),
    keyOf: ({ created_at, run_id }) => [created_at, run_id] as const,
    select: (key, rows) => {
      const conditions = [
        sql`organization_id = ${uuidOf(organization_id)}`,
        sql`workspace_id = ${uuidOf(workspace_id)}`,
        ...(filter.agent_id !== undefined ? [sql`agent_id = ${filter.agent_id.normalize('NFC')}`] : []),
        ...(filter.scenario !== undefined ? [sql`scenario = ${filter.scenario}`] : []),
        ...(filter.label !== undefined ? [sql`label = ${filter.label}`] : []),
        ...(filter.status !== undefined ? [sql`status = ${filter.status}`] : []),
        ...(filter.outcome !== undefined ? [sql`outcome = ${filter.outcome}`] : []),
        ...(key ? [sql`(created_at, run_id) < (${key[0]}, ${uuidOf(key[1])})`] : []),
      ];
      return query(RunSummary)`
        select ${summaryColumns} from runs where ${join(conditions, ' and ')}
        order by created_at desc, run_id desc limit ${rows}`;
    },
  });
