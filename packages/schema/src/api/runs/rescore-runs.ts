import { z } from 'zod';
import { Count } from '../../units.ts';
import { defineOperation } from '../operation.ts';

export const rescoreRuns = defineOperation({
  id: 'rescore_runs',
  method: 'post',
  path: '/v1/rescore',
  tag: 'Runs',
  summary: 'Score all runs of the past under a version of the scorecard',
  description:
    'In the background, from the inputs of their first score; scores by other versions stay beside it. Asked again, it goes on where it was, and tells how far it has come.',
  scope: 'admin',
  body: z.strictObject({ formula_version: z.string().min(1).max(20) }),
  status: 202,
  answer: z.object({
    formula: z.literal('scorecard'),
    formula_version: z.string(),
    status: z.enum(['running', 'done']),
    scored: Count.meta({ description: 'How many runs got a score since it was asked for in this process.' }),
    skipped: Count.meta({ description: 'How many have nothing to be scored from.' }),
  }),
  example: {
    body: { formula_version: '2' },
    answer: { formula: 'scorecard', formula_version: '2', status: 'running', scored: 0, skipped: 0 },
  },
});
