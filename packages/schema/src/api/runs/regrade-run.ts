import { z } from 'zod';
import { ScorerSpec } from '../../scenarios/scorer-config.ts';
import { exampleGrade } from '../examples/example-grade.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun, runParams } from '../run-params.ts';
import { GradeRevision } from './get-run-grade.ts';

export const regradeRun = defineOperation({
  id: 'regrade_run',
  method: 'post',
  path: '/v1/runs/{run_id}/regrade',
  tag: 'Runs',
  summary: 'Grade a run again from its evidence',
  description:
    'Fields you omit keep the values of the first grade. All grades are stored; the new one becomes current. No command is executed: a scorer whose command did not run originally returns ERROR.',
  scope: 'write',
  params: runParams,
  body: z.strictObject({
    label: z
      .string()
      .regex(
        /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,79}$/u,
        'expected up to 80 letters, digits, dots, dashes or underscores, starting with a letter or digit',
      )
      .default('regrade'),
    scorers: z.array(ScorerSpec).max(100).optional().meta({ description: 'Replace the scorers of the task.' }),
    formulas: z
      .partialRecord(z.enum(['scorecard', 'axis', 'composite', 'gates']), z.string().min(1).max(20))
      .default({})
      .meta({ description: 'Version per formula, such as `{"axis": "1"}`.' }),
  }),
  max_body_bytes: 4 * 1024 * 1024,
  status: 200,
  answer: GradeRevision.extend({ warnings: z.array(z.string()) }),
  example: {
    params: { run_id: exampleRun.run_id },
    body: { label: 'again', formulas: { scorecard: '2' } },
    answer: {
      revision: 2,
      revisions: 2,
      grade: { ...exampleGrade, graded_at: '2026-11-15T12:40:00.000Z', label: 'again' },
      warnings: [],
    },
  },
});
