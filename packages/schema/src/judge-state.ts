import { z } from 'zod';
import type { Grade } from './grade.ts';

/** What a judge says of a run, or why it says nothing. */
export const JudgeState = z.enum(['PASS', 'FAIL', 'UNPARSEABLE', 'not_asked', 'not_applicable']).meta({
  id: 'JudgeState',
  description:
    'The verdict of the judge, on probation or not. UNPARSEABLE: asked, without a usable answer. not_asked: no judge was asked. not_applicable: the run is not scored, so there is nothing to judge.',
});
export type JudgeState = z.infer<typeof JudgeState>;

/** The state of the judge of a graded run. A run that is not scored has nothing to judge, whoever was to be asked. */
export function findJudgeState({ judgment, not_scored }: Pick<Grade, 'judgment' | 'not_scored'>): JudgeState {
  if (not_scored !== null) return 'not_applicable';
  return judgment === null ? 'not_asked' : (judgment.verdict ?? 'UNPARSEABLE');
}
