import { z } from 'zod';
import { PublishedScore } from '../../scores/scorecard.ts';
import { exampleGrade } from '../examples/example-grade.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun, runParams } from '../run-params.ts';

export const getRunScore = defineOperation({
  id: 'get_run_score',
  method: 'get',
  path: '/v1/runs/{run_id}/score',
  tag: 'Runs',
  summary: 'Read the scorecard of a run',
  description:
    'A run without a score has `score: null`, the tier `Unranked` and a `reason`. 404 means that the run does not exist.',
  scope: 'read',
  params: runParams,
  query: z.strictObject({
    formula_version: z
      .string()
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'Default: the newest version stored for the run.' }),
  }),
  status: 200,
  answer: PublishedScore,
  example: {
    params: { run_id: exampleRun.run_id },
    answer: {
      run_id: exampleRun.run_id,
      score: exampleRun.score,
      tier: exampleRun.tier,
      formula_version: '2',
      axes: exampleGrade.scorecard.axes,
    },
  },
});
