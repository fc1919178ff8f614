import { z } from 'zod';
import { RunScore } from '../scorecard.ts';
import { defineOperation } from './operation.ts';
import { exampleRun, runParams } from './run-params.ts';

export const getRunScore = defineOperation({
  id: 'get_run_score',
  method: 'get',
  path: '/v1/runs/{run_id}/score',
  tag: 'Runs',
  summary: 'Read the scorecard of a run',
  scope: 'read',
  params: runParams,
  query: z.strictObject({
    formula_version: z
      .string()
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'The newest that the run has, unless told.' }),
  }),
  status: 200,
  answer: RunScore,
  example: {
    answer: {
      run_id: exampleRun.run_id,
      score: 92,
      tier: 'Elite',
      formula_version: '2',
      axes: { completion: 100, error_rate: 90, latency: 85, resource_efficiency: 88 },
    },
  },
});
