import { Count, DurationMs, type OrganizationId, type WorkspaceId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { toUuid } from '../../sql/ids.ts';
import { query } from '../../sql/sql.ts';

/** Counts of the finished runs of a workspace created on one day. */
export const RunDay = z.object({
  day: z.iso.date(),
  runs: Count,
  completed: Count,
  blocked: Count,
  failed: Count,
  passed: Count,
  not_passed: Count,
  tampered: Count,
  unchecked: Count,
  errored: Count,
  bronze: Count,
  silver: Count,
  gold: Count,
  elite: Count,
  unranked: Count,
  scored: Count,
  mean_score: z.number().nullable(),
  score_deviation: z.number().nullable(),
  mean_wall_ms: DurationMs.nullable(),
  cost_usd_micros: z.number().nullable(),
});
export type RunDay = z.infer<typeof RunDay>;

const Open = z.object({ queued: Count, running: Count });

// counting stops here
const MOST_OPEN = 10_000;

export const runDaysTable = (connection: Connection) => ({
  /** From a day on, oldest first; days without runs are left out. */
  list: (
    organization_id: OrganizationId,
    { workspace_id, since }: { workspace_id: WorkspaceId; since: string },
  ): Promise<RunDay[]> =>
    connection.list(query(RunDay)`
      select to_char(day, 'YYYY-MM-DD') as day, runs, completed, blocked, failed, passed, not_passed,
        tampered, unchecked, errored, bronze, silver, gold, elite, unranked, scored,
        score_sum::double precision / nullif(scored, 0) as mean_score,
        case when scored > 0 then sqrt(greatest(0, score_square_sum::double precision / scored
          - (score_sum::double precision / scored) ^ 2)) end as score_deviation,
        wall_ms_sum::double precision / nullif(timed, 0) as mean_wall_ms,
        case when priced > 0 then cost_usd_micros_sum::double precision end as cost_usd_micros
      from run_days
      where organization_id = ${toUuid(organization_id)} and workspace_id = ${toUuid(workspace_id)}
        and day >= ${since}::date and runs > 0
      order by day`),

  /** The number of queued and running runs, each up to 10,000. */
  countOpen: (
    organization_id: OrganizationId,
    { workspace_id }: { workspace_id: WorkspaceId },
  ): Promise<z.infer<typeof Open>> =>
    connection.get(query(Open)`
      select count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'running') as running
      from (
        (select status from runs where organization_id = ${toUuid(organization_id)}
          and workspace_id = ${toUuid(workspace_id)} and status = 'queued' limit ${MOST_OPEN})
        union all
        (select status from runs where organization_id = ${toUuid(organization_id)}
          and workspace_id = ${toUuid(workspace_id)} and status = 'running' limit ${MOST_OPEN})
      ) as open`),
});
