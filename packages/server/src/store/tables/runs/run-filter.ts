import type { Disagreement, JudgeState, OrganizationId, Outcome, Result, ScorerVerdict, Tier } from '@assay/schema';
import type { RunStatus } from '@assay/schema/api';
import { toUuid } from '../../sql/ids.ts';
import { join, type Sql, sql } from '../../sql/sql.ts';
import type { RunSummary } from './stored-run.ts';

/** A filter for the runs of a workspace. Ranges include both ends. */
export interface RunFilter extends Pick<RunSummary, 'workspace_id'> {
  readonly agent_id?: string | undefined;
  readonly scenario?: string | undefined;
  readonly label?: string | undefined;
  readonly status?: RunStatus | undefined;
  readonly result?: Result | undefined;
  readonly outcome?: Outcome | undefined;
  readonly overall?: ScorerVerdict | undefined;
  readonly judge?: JudgeState | undefined;
  readonly tier?: Tier | undefined;
  readonly disagreement?: Disagreement | undefined;
  readonly min_score?: number | undefined;
  readonly max_score?: number | undefined;
  readonly min_axis_score?: number | undefined;
  readonly max_axis_score?: number | undefined;
  readonly min_cost_usd_micros?: number | undefined;
  readonly max_cost_usd_micros?: number | undefined;
  readonly min_wall_ms?: number | undefined;
  readonly max_wall_ms?: number | undefined;
  /** Range of the creation time. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** The columns that filters and charts read. The indexes by time, agent and scenario cover all of them. */
export const filteredColumns = sql`
  run_id, agent_id, scenario, label, status, outcome, overall, result, review, judge_state, disagreement, axis_score, tier,
  score, wall_ms, cost_usd_micros, created_at`;

type Column =
  | 'label'
  | 'scenario'
  | 'agent_id'
  | 'status'
  | 'tier'
  | 'disagreement'
  | 'judge_state'
  | 'result'
  | 'overall'
  | 'outcome';

/** The rows to scan, in the order of one index, and the condition on them. */
export interface Search {
  readonly looked_at: Sql;
  /** Null if all rows match. */
  readonly wanted: Sql | null;
}

// each has an index continued by time; the most selective come first
const INDEXES: readonly (readonly Column[])[] = [
  ['label'],
  ['scenario', 'agent_id'],
  ['scenario'],
  ['agent_id'],
  ['status'],
  ['disagreement'],
  ['tier'],
  ['judge_state'],
  ['result'],
  ['overall'],
  ['outcome'],
];

/** Splits a filter into the part that one index answers and the rest, checked per row. */
export function planSearch(filter: RunFilter & { organization_id: OrganizationId }): Search {
  const { organization_id, workspace_id, since, until } = filter;
  const given = new Map<Column, Sql>();
  if (filter.label !== undefined) given.set('label', sql`label = ${filter.label}`);
  if (filter.scenario !== undefined) given.set('scenario', sql`scenario = ${filter.scenario}`);
  if (filter.agent_id !== undefined) given.set('agent_id', sql`agent_id = ${filter.agent_id.normalize('NFC')}`);
  if (filter.status !== undefined) given.set('status', sql`status = ${filter.status}`);
  if (filter.tier !== undefined) given.set('tier', sql`tier = ${filter.tier}`);
  if (filter.result !== undefined) given.set('result', sql`result = ${filter.result}`);
  if (filter.disagreement !== undefined) given.set('disagreement', sql`disagreement = ${filter.disagreement}`);
  if (filter.overall !== undefined) given.set('overall', sql`overall = ${filter.overall}`);
  if (filter.judge !== undefined) given.set('judge_state', sql`judge_state = ${filter.judge}`);
  if (filter.outcome !== undefined) given.set('outcome', sql`outcome = ${filter.outcome}`);
  const index = INDEXES.find((columns) => columns.every((column) => given.has(column))) ?? [];
  const leading = index.map((column) => given.get(column) as Sql);
  const rest = [...given].filter(([column]) => !index.includes(column)).map(([, condition]) => condition);
  const left = [...rest, ...ranges(filter)];
  return {
    looked_at: join(
      [
        sql`organization_id = ${toUuid(organization_id)}`,
        sql`workspace_id = ${toUuid(workspace_id)}`,
        ...leading,
        ...(since === undefined ? [] : [sql`created_at >= ${since}`]),
        ...(until === undefined ? [] : [sql`created_at <= ${until}`]),
      ],
      ' and ',
    ),
    wanted: left.length === 0 ? null : join(left, ' and '),
  };
}

function ranges(filter: RunFilter): Sql[] {
  const { min_score, max_score, min_wall_ms, max_wall_ms } = filter;
  const { min_axis_score, max_axis_score, min_cost_usd_micros, max_cost_usd_micros } = filter;
  return [
    ...(min_score === undefined ? [] : [sql`score >= ${min_score}`]),
    ...(max_score === undefined ? [] : [sql`score <= ${max_score}`]),
    ...(min_axis_score === undefined ? [] : [sql`axis_score >= ${min_axis_score}`]),
    ...(max_axis_score === undefined ? [] : [sql`axis_score <= ${max_axis_score}`]),
    ...(min_cost_usd_micros === undefined ? [] : [sql`cost_usd_micros >= ${min_cost_usd_micros}`]),
    ...(max_cost_usd_micros === undefined ? [] : [sql`cost_usd_micros <= ${max_cost_usd_micros}`]),
    ...(min_wall_ms === undefined ? [] : [sql`wall_ms >= ${min_wall_ms}`]),
    ...(max_wall_ms === undefined ? [] : [sql`wall_ms <= ${max_wall_ms}`]),
  ];
}
