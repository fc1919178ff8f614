import { AgentId, Count, type OrganizationId, Result, RunId, type WorkspaceId } from '@assay/schema';
import type { RunDimension, RunPeriod } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { query, type Sql, sql } from '../../sql/sql.ts';

const Totals = z.object({
  runs: Count,
  passed: Count,
  not_passed: Count,
  tampered: Count,
  unchecked: Count,
  errored: Count,
  priced: Count,
  cost_usd_micros: z.number().nullable(),
});
/** Number of runs and their cost. */
export type RunTotals = z.infer<typeof Totals>;

const Period = Totals.extend({ start: z.iso.date() });
/** The totals of a period, from its first day. */
type RunPeriodTotals = z.infer<typeof Period>;

const GroupPeriod = Period.extend({
  /** 1 for the group with the highest cost; one more than the limit for all others. */
  place: Count,
  name: z.string().nullable(),
  /** How many groups there are. */
  names: Count,
});

/** The totals of a group in a period. */
export type GroupPeriod = z.infer<typeof GroupPeriod>;

const Regression = z.object({
  scenario: z.string(),
  agent_id: AgentId,
  run_id: idColumn('run', RunId),
  result: Result,
  passed_run_id: idColumn('run', RunId),
});

/** The number of runs that are counted of one day. */
export const COUNTED_RUNS = 50_000;
const MOST_REGRESSIONS = 100;
// runs that errored or were not checked do not count as a last result; look past a few of them
const LOOKED_BACK = 20;

const sums = sql`
  sum(runs)::bigint as runs, sum(passed)::bigint as passed, sum(not_passed)::bigint as not_passed,
  sum(tampered)::bigint as tampered, sum(unchecked)::bigint as unchecked, sum(errored)::bigint as errored,
  sum(priced)::bigint as priced,
  case when sum(priced) > 0 then sum(cost_usd_micros_sum::double precision) end as cost_usd_micros`;

/** The days to add up, both included. */
export interface TotalsRange {
  readonly workspace_id: WorkspaceId;
  readonly since: string;
  readonly until: string;
  readonly period: RunPeriod;
}

/** Cost and results of runs over time. Reads the daily counts, except for the last hours. */
export const runTotalsTable = (connection: Connection) => {
  const within = (organization_id: OrganizationId, { workspace_id, since, until }: TotalsRange): Sql => sql`
    organization_id = ${toUuid(organization_id)} and workspace_id = ${toUuid(workspace_id)}
      and day between ${since}::date and ${until}::date and runs > 0`;
  return {
    /** Periods with runs, oldest first. */
    list: (organization_id: OrganizationId, range: TotalsRange): Promise<RunPeriodTotals[]> =>
      connection.list(query(Period)`
        select to_char(date_trunc(${range.period}, day), 'YYYY-MM-DD') as start, ${sums}
        from run_days where ${within(organization_id, range)} group by 1 order by 1`),

    /** The groups with the highest cost, and the sum of the others; each with its periods. */
    listGroups: (
      organization_id: OrganizationId,
      { by, limit, ...range }: TotalsRange & { by: RunDimension; limit: number },
    ): Promise<GroupPeriod[]> =>
      connection.list(query(GroupPeriod)`
        with ranked as (
          select name, count(*) over () as names,
            row_number() over (order by sum(cost_usd_micros_sum) desc, sum(runs) desc, name) as place
          from run_group_days where ${within(organization_id, range)} and dimension = ${by} group by name
        ), merged as (
          select least(place, ${limit}::bigint + 1) as place, names,
            case when place <= ${limit} then nullif(name, '') end as name, date_trunc(${range.period}, day) as first, ${sums}
          from run_group_days join ranked using (name)
          where ${within(organization_id, range)} and dimension = ${by} group by 1, 2, 3, 4
        )
        select *, to_char(first, 'YYYY-MM-DD') as start from merged order by place, first`),

    /** The newest finished runs created from one time to another. */
    count: (
      organization_id: OrganizationId,
      { workspace_id, since, until }: Omit<TotalsRange, 'period'>,
    ): Promise<RunTotals> =>
      connection.get(query(Totals)`
        select count(*) as runs,
          count(*) filter (where result = 'passed') as passed,
          count(*) filter (where result in ('failed', 'tampered')) as not_passed,
          count(*) filter (where result = 'tampered') as tampered,
          count(*) filter (where result = 'unchecked') as unchecked,
          count(*) filter (where result = 'error') as errored,
          count(cost_usd_micros) as priced, sum(cost_usd_micros)::double precision as cost_usd_micros
        from (${newest({ organization_id, workspace_id, since, until })}) as counted`),

    /** Scenarios and agents whose newest run failed, and whose last run before `since` passed. */
    listRegressions: (
      organization_id: OrganizationId,
      { workspace_id, since, until }: Omit<TotalsRange, 'period'>,
    ): Promise<z.infer<typeof Regression>[]> =>
      connection.list(query(Regression)`
        with last as (
          select distinct on (scenario, agent_id) scenario, agent_id, run_id, result, created_at
          from (${newest({ organization_id, workspace_id, since, until })}) as counted
          where result in ('passed', 'failed', 'tampered')
          order by scenario, agent_id, created_at desc, run_id desc
        ), worse as (
          select * from last where result <> 'passed' order by created_at desc limit ${MOST_REGRESSIONS}
        )
        select scenario, agent_id, worse.run_id, worse.result, before.run_id as passed_run_id
        from worse cross join lateral (
          select run_id, result from (
            select run_id, result, created_at from runs
            where organization_id = ${toUuid(organization_id)} and workspace_id = ${toUuid(workspace_id)}
              and scenario = worse.scenario and agent_id = worse.agent_id and created_at < ${since}::timestamptz
            order by created_at desc, run_id desc limit ${LOOKED_BACK}
          ) as earlier
          where result in ('passed', 'failed', 'tampered') order by created_at desc, run_id desc limit 1
        ) as before
        where before.result = 'passed' order by worse.created_at desc, worse.run_id desc`),
  };
};

const newest = ({
  organization_id,
  workspace_id,
  since,
  until,
}: Omit<TotalsRange, 'period'> & { organization_id: OrganizationId }): Sql => sql`
  select scenario, agent_id, run_id, result, cost_usd_micros, created_at from runs
  where organization_id = ${toUuid(organization_id)} and workspace_id = ${toUuid(workspace_id)}
    and created_at >= ${since}::timestamptz and created_at < ${until}::timestamptz and status = 'finished'
  order by created_at desc, run_id desc limit ${COUNTED_RUNS}`;
