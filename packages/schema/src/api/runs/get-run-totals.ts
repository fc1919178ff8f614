import { z } from 'zod';
import { Count } from '../../values/units.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';
import { resultCounts } from './get-run-stats.ts';
import { workspaceField } from './run-filter.ts';

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
export const ratedTotals = {
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
export const exampleTotals = {
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
