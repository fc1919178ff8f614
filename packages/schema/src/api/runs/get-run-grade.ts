import { z } from 'zod';
import { Grade } from '../../results/grade.ts';
import { exampleGrade } from '../examples/example-grade.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun, runParams } from '../run-params.ts';

export const GradeRevision = z
  .object({
    revision: z.int().min(1).meta({ description: '1 is the first; the highest is current.' }),
    revisions: z.int().min(1).meta({ description: 'Number of revisions.' }),
    grade: Grade,
  })
  .meta({ id: 'GradeRevision', description: 'One grade of a run, with its revision.' });

export const getRunGrade = defineOperation({
  id: 'get_run_grade',
  method: 'get',
  path: '/v1/runs/{run_id}/grade',
  tag: 'Runs',
  summary: 'Read the grade of a run: results, judgment, scores and gates',
  scope: 'read',
  shared: ['run'],
  params: runParams,
  query: z.strictObject({
    revision: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .meta({ description: 'Default: the current one.' }),
  }),
  status: 200,
  answer: GradeRevision,
  example: { params: { run_id: exampleRun.run_id }, answer: { revision: 1, revisions: 1, grade: exampleGrade } },
});
