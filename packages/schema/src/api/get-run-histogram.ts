import { z } from 'zod';
import { Count } from '../units.ts';
import { defineOperation } from './operation.ts';
import { extentFields, runFilterFields } from './run-filter.ts';

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
});
