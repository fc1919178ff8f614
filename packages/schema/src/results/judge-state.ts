import { z } from 'zod';
import type { Grade } from './grade.ts';

/** Verdict of the judge on a run, or why there is none. */
export const JudgeState = z.enum(['PASS', 'FAIL', 'UNPARSEABLE', 'not_asked', 'not_applicable']).meta({
  id: 'JudgeState',
  description:
    'The verdict of the judge, on probation or not. UNPARSEABLE: the judge gave no usable answer. not_asked: no judge was asked. not_applicable: the run is not scored, so there is nothing to judge.',
});
export type JudgeState = z.infer<typeof JudgeState>;

/** The judge state of a graded run. A run that is not scored is always `not_applicable`. */
export function findJudgeState({ judgment, not_scored }: Pick<Grade, 'judgment' | 'not_scored'>): JudgeState {
  if (not_scored !== null) return 'not_applicable';
  return judgment === null ? 'not_asked' : (judgment.verdict ?? 'UNPARSEABLE');
}
