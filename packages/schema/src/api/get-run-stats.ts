import { z } from 'zod';
import { Count, DurationMs } from '../units.ts';
import { defineOperation } from './operation.ts';
import { workspaceField } from './run-filter.ts';

export const dayFields = {
  day: z.iso.date(),
  runs: Count,
  passed: Count.meta({ description: 'Their required scorers pass.' }),
  not_passed: Count,
  scored: Count,
  mean_score: z.number().nullable(),
  score_deviation: z.number().nullable().meta({ description: 'The standard deviation of the scores.' }),
  mean_wall_ms: DurationMs.nullable(),
  cost_usd_micros: z.number().nullable().meta({ description: 'Of those whose cost is known, in all.' }),
};

/** How many days back. */
export const daysField = { days: z.coerce.number().int().min(1).max(366).default(30) };

export const getRunStats = defineOperation({
  id: 'get_run_stats',
  method: 'get',
  path: '/v1/runs/stats',
  tag: 'Runs',
  summary: 'Count the runs of a workspace, by day and by how they ended',
  description: 'By the day they were asked for, in UTC. All finished runs of these days are counted, however many.',
  scope: 'read',
  query: z.strictObject({ ...workspaceField, ...daysField }),
  status: 200,
  answer: z.object({
    since: z.iso.date(),
    queued: Count.meta({ description: 'Waiting now; at most ten thousand are counted.' }),
    running: Count,
    runs: Count,
    outcomes: z.object({ COMPLETED: Count, BLOCKED: Count, FAILED: Count }),
    overall: z.object({ PASS: Count, FAIL: Count }),
    tiers: z.object({ Bronze: Count, Silver: Count, Gold: Count, Elite: Count }),
    scored: Count,
    mean_score: z.number().nullable(),
    cost_usd_micros: z.number().nullable(),
    days: z.array(z.object(dayFields)),
  }),
});
