import {
  AgentId,
  Count,
  DurationMs,
  Instant,
  type OrganizationId,
  Points100,
  Result,
  RunId,
  Tier,
} from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { query, type Sql, sql } from '../../sql/sql.ts';
import { filteredColumns, planSearch, type RunFilter } from './run-filter.ts';

/** The number of newest runs that a chart covers. */
export const CHARTED_RUNS = 5_000;

/** The runs that a chart covers. */
const Extent = z.object({ looked_at: Count, looked_back_to: Instant.nullable() });
export type Extent = z.infer<typeof Extent>;

const Bin = z.object({ from: z.number(), to: z.number(), count: Count });
const Point = z.object({
  run_id: idColumn('run', RunId),
  agent_id: AgentId,
  scenario: z.string(),
  result: Result.nullable(),
  tier: Tier.nullable(),
  score: Points100,
  cost_usd_micros: Count.nullable(),
  wall_ms: DurationMs.nullable(),
});
const results = { passed: Count, not_passed: Count, tampered: Count, unchecked: Count, errored: Count };
const Cell = z.object({
  scenario: z.string(),
  column: z.string(),
  runs: Count,
  ...results,
  mean_score: z.number().nullable(),
  cost_usd_micros: z.number().nullable(),
  costed: Count,
  mean_wall_ms: DurationMs.nullable(),
  recent: z.array(Result),
  recent_review: z.array(Count),
});
const Column = z.object({ name: z.string(), agents: z.array(AgentId), models: z.array(z.string()) });
const Version = z.object({
  run_id: idColumn('run', RunId),
  scenario: z.string(),
  agent: AgentId,
  task_digest: z.string(),
});
const Day = z.object({
  day: z.iso.date(),
  runs: Count,
  ...results,
  scored: Count,
  mean_score: z.number().nullable(),
  score_deviation: z.number().nullable(),
  mean_wall_ms: DurationMs.nullable(),
  cost_usd_micros: z.number().nullable(),
});

export type HistogramField = 'score' | 'wall_ms' | 'cost_usd_micros';

const FIELDS: Readonly<Record<HistogramField, Sql>> = {
  score: sql`score`,
  wall_ms: sql`wall_ms`,
  cost_usd_micros: sql`cost_usd_micros`,
};
export type ColumnKind = 'agent' | 'label';

const COLUMNS: Readonly<Record<ColumnKind, Sql>> = { agent: sql`agent_id`, label: sql`label` };
const MOST_CELLS = 2_000;
/** The newest runs of a cell that show its trend. */
const RECENT = 10;

// `not_passed` includes tampered runs
const byResult = sql`
  count(*) filter (where result = 'passed') as passed,
  count(*) filter (where result in ('failed', 'tampered')) as not_passed,
  count(*) filter (where result = 'tampered') as tampered,
  count(*) filter (where result = 'unchecked') as unchecked,
  count(*) filter (where result = 'error') as errored`;

/** Charts of the newest runs matching a filter. Each reads a bounded number of rows. */
export const runChartsTable = (connection: Connection) => {
  const looked = (organization_id: OrganizationId, filter: RunFilter): Sql => {
    const { looked_at } = planSearch({ ...filter, organization_id });
    return sql`(
      select ${filteredColumns} from runs where ${looked_at} order by created_at desc, run_id desc limit ${CHARTED_RUNS}
    ) as looked_at`;
  };
  const wanted = (organization_id: OrganizationId, filter: RunFilter): Sql =>
    planSearch({ ...filter, organization_id }).wanted ?? sql`true`;
  return {
    /** How far back a chart with this filter reaches. */
    findExtent: (organization_id: OrganizationId, filter: RunFilter): Promise<Extent> =>
      connection.get(query(Extent)`
        select count(*) as looked_at, min(created_at) as looked_back_to from ${looked(organization_id, filter)}`),

    histogram: (
      organization_id: OrganizationId,
      { field, bins, ...filter }: RunFilter & { field: HistogramField; bins: number },
    ): Promise<z.infer<typeof Bin>[]> =>
      connection.list(query(Bin)`
        with valued as materialized (
          select ${FIELDS[field]}::double precision as value from ${looked(organization_id, filter)}
          where ${FIELDS[field]} is not null and ${wanted(organization_id, filter)}
        ), edges as (
          select ${field === 'score' ? sql`0` : sql`min(value)`}::double precision as low,
            ${field === 'score' ? sql`100` : sql`greatest(max(value), min(value) + 1)`}::double precision as high
          from valued having count(*) > 0
        ), counted as (
          select least(${bins}, 1 + floor(coalesce((value - low) / nullif(high - low, 0), 0) * ${bins})) as bin,
            count(*) as count
          from valued, edges group by 1
        )
        select low + (high - low) * (bin - 1) / ${bins} as from, low + (high - low) * bin / ${bins} as to,
          coalesce(count, 0) as count
        from edges cross join generate_series(1, ${bins}) as bin left join counted using (bin)
        order by bin`),

    /** Newest first. */
    points: (
      organization_id: OrganizationId,
      { limit, ...filter }: RunFilter & { limit: number },
    ): Promise<z.infer<typeof Point>[]> =>
      connection.list(query(Point)`
        select run_id, agent_id, scenario, result, tier, score, cost_usd_micros, wall_ms
        from ${looked(organization_id, filter)}
        where score is not null and ${wanted(organization_id, filter)}
        order by created_at desc, run_id desc limit ${limit}`),

    /** Scenario by agent or label: the cells with most runs, sorted by name. */
    matrix: (
      organization_id: OrganizationId,
      { columns, ...filter }: RunFilter & { columns: ColumnKind },
    ): Promise<z.infer<typeof Cell>[]> =>
      connection.list(query(Cell)`
        select * from (
          select scenario, ${COLUMNS[columns]} as column, count(*) as runs, ${byResult},
            avg(score) filter (where result = 'passed')::double precision as mean_score,
            sum(cost_usd_micros)::double precision as cost_usd_micros, count(cost_usd_micros) as costed,
            avg(wall_ms) as mean_wall_ms,
            coalesce((array_agg(result order by created_at desc, run_id desc)
              filter (where result is not null))[1:${RECENT}], '{}') as recent,
            coalesce((array_agg(coalesce(review, 0) order by created_at desc, run_id desc)
              filter (where result is not null))[1:${RECENT}], '{}') as recent_review
          from ${looked(organization_id, filter)}
          where status = 'finished' and ${COLUMNS[columns]} is not null and ${wanted(organization_id, filter)}
          group by scenario, ${COLUMNS[columns]} order by count(*) desc limit ${MOST_CELLS}
        ) as cells order by scenario, "column"`),

    /** The agents and models of each column, from its newest runs. */
    columns: (
      organization_id: OrganizationId,
      { columns, names, ...filter }: RunFilter & { columns: ColumnKind; names: string[] },
    ): Promise<z.infer<typeof Column>[]> =>
      connection.list(query(Column)`
        with newest as (
          select run_id, ${COLUMNS[columns]} as name,
            row_number() over (partition by ${COLUMNS[columns]} order by created_at desc, run_id desc) as place
          from ${looked(organization_id, filter)}
          where status = 'finished' and ${COLUMNS[columns]} = any(${names}::text[]) and ${wanted(organization_id, filter)}
        )
        select name, array_agg(distinct runs.agent_id) as agents,
          coalesce(array_agg(distinct runs.model) filter (where runs.model is not null), '{}') as models
        from newest join runs using (run_id)
        where organization_id = ${toUuid(organization_id)} and place <= ${RECENT}
        group by name order by name`),

    /** The newest graded runs with the version of their scenario, newest first. */
    versions: (
      organization_id: OrganizationId,
      { limit, ...filter }: RunFilter & { limit: number },
    ): Promise<z.infer<typeof Version>[]> => {
      const { looked_at } = planSearch({ ...filter, organization_id });
      return connection.list(query(Version)`
        select run_id, newest.scenario, newest.agent_id as agent, task_digest from (
          select * from (
            select organization_id, task_id, ${filteredColumns} from runs
            where ${looked_at} order by created_at desc, run_id desc limit ${CHARTED_RUNS}
          ) as looked_at
          where status = 'finished' and overall is not null and ${wanted(organization_id, filter)}
          order by created_at desc, run_id desc limit ${limit}
        ) as newest join tasks using (organization_id, task_id)
        order by created_at desc, run_id desc`);
    },

    /** By the day the runs were created, oldest first. */
    trend: (organization_id: OrganizationId, filter: RunFilter): Promise<z.infer<typeof Day>[]> =>
      connection.list(query(Day)`
        select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as runs,
          ${byResult}, count(score) filter (where result = 'passed') as scored,
          avg(score) filter (where result = 'passed')::double precision as mean_score,
          stddev_pop(score) filter (where result = 'passed')::double precision as score_deviation, avg(wall_ms) as mean_wall_ms,
          sum(cost_usd_micros)::double precision as cost_usd_micros
        from ${looked(organization_id, filter)}
        where status = 'finished' and ${wanted(organization_id, filter)}
        group by 1 order by 1`),
  };
};
