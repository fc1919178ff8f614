import { z } from 'zod';
import { Count, DurationMs } from '../../values/units.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';
import { workspaceField } from './run-filter.ts';

/** Number of runs per result. */
export const resultCounts = {
  passed: Count,
  not_passed: Count.meta({ description: 'Failed or tampered.' }),
  tampered: Count,
  unchecked: Count,
  errored: Count.meta({ description: 'The environment, the harness or the task failed, not the agent.' }),
};

export const dayFields = {
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
export const exampleDays = [
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
export const daysField = { days: z.coerce.number().int().min(1).max(366).default(30) };

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
