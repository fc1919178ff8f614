import { z } from 'zod';
import { Result } from '../results/result.ts';
import { Tier } from '../scores/scorecard.ts';
import { AgentId, RunId } from '../values/ids.ts';
import { Count, DurationMs, Instant, Points100, UsdMicros } from '../values/units.ts';
import { exampleRun } from './examples.ts';
import { defineOperation } from './operation.ts';
import { exampleExtent, extentFields, runFilterFields, workspaceField } from './runs.ts';

/** Number of runs per result. */
const resultCounts = {
  passed: Count,
  not_passed: Count.meta({ description: 'Failed or tampered.' }),
  tampered: Count,
  unchecked: Count,
  errored: Count.meta({ description: 'The environment, the harness or the task failed, not the agent.' }),
};

const dayFields = {
  day: z.iso.date(),
  runs: Count,
  ...resultCounts,
  scored: Count,
  mean_score: z.number().nullable().meta({ description: 'Of the runs that passed.' }),
  score_deviation: z.number().nullable().meta({ description: 'Standard deviation of these scores.' }),
  mean_wall_ms: DurationMs.nullable(),
  cost_usd_micros: z.number().nullable().meta({ description: 'Total of the runs with a known cost.' }),
};

/** Examples for the API reference. */
const exampleDays = [
  {
    day: '2026-11-14',
    runs: 1,
    passed: 0,
    not_passed: 1,
    tampered: 0,
    unchecked: 0,
    errored: 0,
    scored: 0,
    mean_score: null,
    score_deviation: null,
    mean_wall_ms: 120480,
    cost_usd_micros: 388100,
  },
  {
    day: '2026-11-15',
    runs: 1,
    passed: 1,
    not_passed: 0,
    tampered: 0,
    unchecked: 0,
    errored: 0,
    scored: 1,
    mean_score: 89,
    score_deviation: 0,
    mean_wall_ms: 84210,
    cost_usd_micros: 412300,
  },
];

/** How many days back. */
const daysField = { days: z.coerce.number().int().min(1).max(366).default(30) };

export const getRunStats = defineOperation({
  id: 'get_run_stats',
  method: 'get',
  path: '/v1/runs/stats',
  tag: 'Runs',
  summary: 'Count the runs of a workspace by day and result',
  description: 'Grouped by creation day in UTC. Counts all finished runs of these days.',
  scope: 'read',
  query: z.strictObject({ ...workspaceField, ...daysField }),
  status: 200,
  answer: z.object({
    since: z.iso.date(),
    queued: Count.meta({ description: 'Waiting now; counted up to 10,000.' }),
    running: Count,
    runs: Count,
    outcomes: z.object({ COMPLETED: Count, BLOCKED: Count, FAILED: Count }),
    overall: z.object({ PASS: Count, FAIL: Count }).meta({ description: 'Same as `results`, for older clients.' }),
    results: z.object({ passed: Count, failed: Count, tampered: Count, unchecked: Count, error: Count }),
    tiers: z.object({ Bronze: Count, Silver: Count, Gold: Count, Elite: Count, Unranked: Count }),
    scored: Count,
    mean_score: z.number().nullable(),
    cost_usd_micros: z.number().nullable(),
    days: z.array(z.object(dayFields)),
  }),
  example: {
    query: { workspace_id: exampleRun.workspace_id, days: '7' },
    answer: {
      since: '2026-11-09',
      queued: 0,
      running: 0,
      runs: 2,
      outcomes: { COMPLETED: 2, BLOCKED: 0, FAILED: 0 },
      overall: { PASS: 1, FAIL: 1 },
      results: { passed: 1, failed: 1, tampered: 0, unchecked: 0, error: 0 },
      tiers: { Bronze: 0, Silver: 1, Gold: 1, Elite: 0, Unranked: 0 },
      scored: 1,
      mean_score: 89,
      cost_usd_micros: 800_400,
      days: exampleDays,
    },
  },
});

/** What runs can be grouped by. */
export const RunDimension = z.enum(['agent', 'model', 'scenario', 'label']);
export type RunDimension = z.infer<typeof RunDimension>;

/** How long a period is. Weeks start on Monday. */
export const RunPeriod = z.enum(['day', 'week', 'month']);
export type RunPeriod = z.infer<typeof RunPeriod>;

/** Number of runs and their cost. */
const runTotals = {
  runs: Count,
  ...resultCounts,
  priced: Count.meta({ description: 'Runs with a known cost.' }),
  cost_usd_micros: z.number().nullable().meta({ description: 'Total of the runs with a known cost.' }),
};

/** The totals with the pass rate and its interval. */
const ratedTotals = {
  ...runTotals,
  pass_rate: z.object({ mean: z.number(), low: z.number(), high: z.number() }).nullable().meta({
    description:
      'Passed runs divided by runs that passed, failed or were tampered with, with the 95 % Wilson interval; null if there are none.',
  }),
};

const Totals = z.object(ratedTotals);
const Period = z.object({ start: z.iso.date().meta({ description: 'First day, in UTC.' }), ...ratedTotals });
const Group = z.object({
  name: z.string().nullable().meta({ description: 'Null for runs without one, such as runs without a label.' }),
  ...ratedTotals,
  periods: z.array(Period),
});

/** Example for the API reference. */
const exampleTotals = {
  runs: 40,
  passed: 27,
  not_passed: 11,
  tampered: 1,
  unchecked: 1,
  errored: 1,
  priced: 40,
  cost_usd_micros: 18_420_000,
  pass_rate: { mean: 0.7105, low: 0.552, high: 0.83 },
};
const examplePeriods = [{ start: '2026-11-01', ...exampleTotals }];

export const getRunTotals = defineOperation({
  id: 'get_run_totals',
  method: 'get',
  path: '/v1/runs/totals',
  tag: 'Runs',
  summary: 'Read cost, runs and results over time, by agent, model, scenario or label',
  description:
    'Counts all finished runs of a workspace by creation day in UTC. The groups with the highest cost come first; the rest are added up in `other`. `this_month` and `last_month` do not depend on the range.',
  scope: 'read',
  query: z.strictObject({
    ...workspaceField,
    by: RunDimension.default('agent'),
    period: RunPeriod.default('day'),
    since: z.iso.date().optional().meta({ description: 'First day. Default: 90 days ago.' }),
    until: z.iso.date().optional().meta({ description: 'Last day. Default: today.' }),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  status: 200,
  answer: z.object({
    since: z.iso.date(),
    until: z.iso.date(),
    total: Totals,
    periods: z.array(Period),
    groups: z.array(Group),
    other: Totals.extend({ names: Count, periods: z.array(Period) }).nullable(),
    this_month: Period,
    last_month: Period,
    budget_usd_micros: z.number().nullable().meta({ description: 'Budget of the workspace per month; null: none.' }),
  }),
  example: {
    query: { workspace_id: exampleRun.workspace_id, by: 'agent', period: 'month', since: '2026-11-01' },
    answer: {
      since: '2026-11-01',
      until: '2026-11-15',
      total: exampleTotals,
      periods: examplePeriods,
      groups: [{ name: 'claude-code', ...exampleTotals, periods: examplePeriods }],
      other: null,
      this_month: { start: '2026-11-01', ...exampleTotals },
      last_month: { start: '2026-10-01', ...exampleTotals },
      budget_usd_micros: 200_000_000,
    },
  },
});

export const getRunChanges = defineOperation({
  id: 'get_run_changes',
  method: 'get',
  path: '/v1/runs/changes',
  tag: 'Runs',
  summary: 'Compare the last 24 hours with the 24 hours before',
  description:
    'A regression is a scenario and an agent whose newest run failed or was tampered with, and whose last run before these 24 hours passed. The newest 100 are listed.',
  scope: 'read',
  query: z.strictObject({ ...workspaceField }),
  status: 200,
  answer: z.object({
    since: Instant.meta({ description: '24 hours ago.' }),
    now: Totals,
    before: Totals,
    partial: z.boolean().meta({ description: 'Whether a day has more than 50,000 runs; the newest are counted.' }),
    regressions: z.array(
      z.object({ scenario: z.string(), agent_id: AgentId, run_id: RunId, result: Result, passed_run_id: RunId }),
    ),
  }),
  example: {
    query: { workspace_id: exampleRun.workspace_id },
    answer: {
      since: '2026-11-14T12:00:00.000Z',
      now: exampleTotals,
      before: exampleTotals,
      partial: false,
      regressions: [
        {
          scenario: exampleRun.scenario,
          agent_id: exampleRun.agent_id,
          run_id: exampleRun.run_id,
          result: 'failed',
          passed_run_id: exampleRun.run_id,
        },
      ],
    },
  },
});

export const getRunHistogram = defineOperation({
  id: 'get_run_histogram',
  method: 'get',
  path: '/v1/runs/histogram',
  tag: 'Runs',
  summary: 'Count runs by score, time or cost',
  scope: 'read',
  query: z.strictObject({
    ...runFilterFields,
    field: z.enum(['score', 'wall_ms', 'cost_usd_micros']).default('score'),
    bins: z.coerce.number().int().min(1).max(100).default(20),
  }),
  status: 200,
  answer: z.object({
    ...extentFields,
    bins: z.array(z.object({ from: z.number(), to: z.number(), count: Count })),
  }),
  example: {
    query: { scenario: exampleRun.scenario, field: 'score', bins: '4' },
    answer: {
      ...exampleExtent,
      bins: [
        { from: 0, to: 25, count: 0 },
        { from: 25, to: 50, count: 0 },
        { from: 50, to: 75, count: 1 },
        { from: 75, to: 100, count: 1 },
      ],
    },
  },
});

/** What the columns of the matrix are. */
export const columnsField = {
  columns: z
    .enum(['agent', 'label'])
    .default('agent')
    .meta({ description: 'What a column is. Runs without a label are not in any column of `label`.' }),
};

export const getRunMatrix = defineOperation({
  id: 'get_run_matrix',
  method: 'get',
  path: '/v1/runs/matrix',
  tag: 'Runs',
  summary: 'Read the results of each agent or label on each scenario',
  scope: 'read',
  shared: ['matrix'],
  query: z.strictObject({ ...runFilterFields, ...columnsField }),
  status: 200,
  answer: z.object({
    ...extentFields,
    columns: z
      .array(
        z.object({
          name: z.string(),
          agents: z.array(AgentId),
          models: z.array(z.string()).meta({ description: 'As observed in the newest runs.' }),
        }),
      )
      .meta({ description: 'The columns of the cells, sorted by name.' }),
    cells: z.array(
      z.object({
        scenario: z.string(),
        column: z.string().meta({ description: 'Id of the agent, or the label.' }),
        runs: Count,
        ...resultCounts,
        mean_score: z.number().nullable().meta({ description: 'Of the runs that passed.' }),
        cost_usd_micros: z.number().nullable().meta({ description: 'Total of the runs with a known cost.' }),
        costed: Count.meta({ description: 'Runs with a known cost.' }),
        mean_wall_ms: DurationMs.nullable(),
        recent: z.array(Result).meta({ description: 'Results of the newest runs, newest first.' }),
        recent_review: z.array(Count).meta({ description: 'Integrity findings to review in each of these runs.' }),
      }),
    ),
  }),
  example: {
    query: { since: '2026-11-09T00:00:00Z' },
    answer: {
      ...exampleExtent,
      columns: [{ name: exampleRun.agent_id, agents: [exampleRun.agent_id], models: ['claude-opus-4-5'] }],
      cells: [
        {
          scenario: exampleRun.scenario,
          column: exampleRun.agent_id,
          runs: 2,
          passed: 1,
          not_passed: 1,
          tampered: 0,
          unchecked: 0,
          errored: 0,
          mean_score: 89,
          cost_usd_micros: 800_400,
          costed: 2,
          mean_wall_ms: 102_345,
          recent: ['passed', 'failed'],
          recent_review: [1, 0],
        },
      ],
    },
  },
});

export const getRunTrend = defineOperation({
  id: 'get_run_trend',
  method: 'get',
  path: '/v1/runs/trend',
  tag: 'Runs',
  summary: 'Read scores, times and costs by day',
  description:
    'Without a filter, counts all finished runs of these days. With a filter, reads a limited number of the newest runs; `partial` is true if older ones may be missing. `since` overrides `days`.',
  scope: 'read',
  query: z.strictObject({ ...runFilterFields, ...daysField }),
  status: 200,
  answer: z.object({ ...extentFields, days: z.array(z.object(dayFields)) }),
  example: {
    query: { agent_id: exampleRun.agent_id, days: '7' },
    answer: { looked_at: 2, looked_back_to: '2026-11-09T00:00:00.000Z', partial: false, days: exampleDays },
  },
});

const { run_id, agent_id, scenario, result, tier, score, cost_usd_micros, wall_ms } = exampleRun;

export const listRunPoints = defineOperation({
  id: 'list_run_points',
  method: 'get',
  path: '/v1/runs/points',
  tag: 'Runs',
  summary: 'Read cost, time and score per run, for a scatter plot',
  scope: 'read',
  query: z.strictObject({ ...runFilterFields, limit: z.coerce.number().int().min(1).max(5_000).default(1_000) }),
  status: 200,
  answer: z.object({
    ...extentFields,
    points: z.array(
      z.object({
        run_id: RunId,
        agent_id: AgentId,
        scenario: z.string(),
        result: Result.nullable(),
        tier: Tier.nullable(),
        score: Points100,
        cost_usd_micros: UsdMicros.nullable(),
        wall_ms: DurationMs.nullable(),
      }),
    ),
  }),
  example: {
    query: { min_score: '80' },
    answer: {
      ...exampleExtent,
      points: [{ run_id, agent_id, scenario, result, tier, score, cost_usd_micros, wall_ms }],
    },
  },
});
