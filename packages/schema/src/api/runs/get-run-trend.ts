import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';
import { dayFields, daysField, exampleDays } from './get-run-stats.ts';
import { extentFields, runFilterFields } from './run-filter.ts';

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
