import { Instant, type OrganizationId, RunId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { query, sql } from '../../sql/sql.ts';
import { filteredColumns, planSearch, type RunFilter } from './run-filter.ts';
import { RunSummary, summaryColumns } from './stored-run.ts';

// limits the rows read per page, however few match the filter
const LOOKED_AT = 5_000;

const Place = z.object({ created_at: Instant, run_id: idColumn('run', RunId) });

/**
 * The runs of a workspace, newest first. Each filter has an index; with several filters, one index is used and a limited
 * number of its rows is searched per page. A page may therefore be short or empty and still have a next one.
 */
export function listRuns(
  connection: Connection,
  { limit, after, ...filter }: RunFilter & PageRequest & { organization_id: OrganizationId },
): Promise<Page<RunSummary>> {
  const { looked_at, wanted } = planSearch(filter);
  type Key = readonly [string, RunId];
  const behind = (key: Key | null) => (key ? sql`and (created_at, run_id) < (${key[0]}, ${toUuid(key[1])})` : sql``);
  const order = sql`order by created_at desc, run_id desc`;
  return listPage(connection, {
    limit,
    after,
    key: z.tuple([Instant, RunId]),
    keyOf: ({ created_at, run_id }): Key => [created_at, run_id],
    select: (key, rows) =>
      wanted === null
        ? query(RunSummary)`
            select ${summaryColumns} from runs where ${looked_at} ${behind(key)} ${order} limit ${rows}`
        : query(RunSummary)`
            select ${summaryColumns} from runs
            where organization_id = ${toUuid(filter.organization_id)} and run_id in (
              select run_id from (
                select ${filteredColumns} from runs where ${looked_at} ${behind(key)} ${order} limit ${LOOKED_AT}
              ) as looked_at
              where ${wanted} ${order} limit ${rows}
            ) ${order}`,
    findEnd: async (key): Promise<Key | undefined> => {
      if (wanted === null) return undefined;
      const end = await connection.find(query(Place)`
        select created_at, run_id from runs where ${looked_at} ${behind(key)} ${order}
        offset ${LOOKED_AT - 1} limit 1`);
      return end && [end.created_at, end.run_id];
    },
  });
}
