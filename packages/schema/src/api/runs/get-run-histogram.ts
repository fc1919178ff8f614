import { z } from 'zod';
import { Count } from '../../values/units.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';
import { exampleExtent, extentFields, runFilterFields } from './run-filter.ts';

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
