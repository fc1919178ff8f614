import { z } from 'zod';
import { Count } from '../../values/units.ts';
import { defineOperation } from '../operation.ts';

export const rescoreRuns = defineOperation({
  id: 'rescore_runs',
  method: 'post',
  path: '/v1/rescore',
  tag: 'Runs',
  summary: 'Score all past runs with a version of the scorecard',
  description:
    'Works in the background, from the inputs of the first score of each run. Scores of other versions stay. Call it again to resume and to read the progress.',
  scope: 'admin',
  body: z.strictObject({ formula_version: z.string().min(1).max(20) }),
  status: 202,
  answer: z.object({
    formula: z.literal('scorecard'),
    formula_version: z.string(),
    status: z.enum(['running', 'done']),
    scored: Count.meta({ description: 'Runs scored since this process started rescoring.' }),
    skipped: Count.meta({ description: 'Runs without inputs to score.' }),
  }),
  example: {
    body: { formula_version: '2' },
    answer: { formula: 'scorecard', formula_version: '2', status: 'running', scored: 0, skipped: 0 },
  },
});
