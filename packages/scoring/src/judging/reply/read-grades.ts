import { formatFound, type RubricCheck } from '@assay/schema';
import { z } from 'zod';
import type { RunFacts } from '../facts/run-facts.ts';
import { neutralize } from '../text/neutralize.ts';

/** A judge's grade for one rubric check. */
export interface CheckGrade extends RubricCheck {
  readonly grade: number;
  readonly reason: string;
}

const Graded = z.object({ id: z.string().trim(), grade: z.int().min(0).max(10), reason: z.string().catch('') });
const LONGEST_REASON = 2000;

/** The grades in rubric order, or what is wrong with them. An ungraded check is an error, not a 0. */
export function readGrades(answers: unknown, rubric: RunFacts['rubric']): readonly CheckGrade[] | string {
  if (rubric.length === 0) return [];
  if (!Array.isArray(answers)) return `rubric: expected ${rubric.length} grades, found ${formatFound(answers)}`;
  const ids = new Set(rubric.map(({ id }) => id));
  const given = new Map<string, Pick<CheckGrade, 'grade' | 'reason'>>();
  for (const [index, each] of answers.entries()) {
    const { data } = Graded.safeParse(each);
    if (data === undefined) return `rubric[${index}]: expected an id and a whole grade from 0 to 10`;
    const { id, grade, reason } = data;
    if (!ids.has(id)) return `rubric[${index}]: expected one of ${[...ids].join(', ')}, found ${formatFound(id)}`;
    if (given.has(id)) return `rubric[${index}]: expected each check once, found ${id} again`;
    given.set(id, { grade, reason: neutralize(reason.slice(0, LONGEST_REASON)).trim() });
  }
  const missing = rubric.find(({ id }) => !given.has(id));
  if (missing !== undefined) return `rubric: expected a grade for every check, found none for ${missing.id}`;
  return rubric.flatMap(({ id, ...check }) => {
    const graded = given.get(id);
    return graded === undefined ? [] : [{ ...check, ...graded }];
  });
}
