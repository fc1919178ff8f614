import type { Cause } from '../cause.ts';
import { shorten } from '../quote-call.ts';

const NAMED = 2;
const FULL = 10;

/** Rubric checks that the judge graded low. */
export const lowGrades: Cause = {
  id: 'low-grades',
  signals: ['rubric'],

  find({ rubric }) {
    const low = rubric
      .map((graded, index) => ({ ...graded, index, lost: (FULL - graded.grade) * (graded.weight ?? 1) }))
      .filter(({ grade }) => grade < FULL)
      .toSorted((a, b) => b.lost - a.lost);
    if (low.length === 0) return null;
    const said = low.slice(0, NAMED).map(({ check, grade, reason, index }) => {
      const why = reason === undefined || reason === '' ? '' : ` (${shorten(reason, 120)})`;
      return `the judge graded “${shorten(check ?? `check ${index + 1}`, 80)}” ${grade} of ${FULL}${why}`;
    });
    const more = low.length > NAMED ? [`${low.length - NAMED} more checks are below ${FULL}`] : [];
    return { words: [...said, ...more].join('; '), steps: [], refs: low.map(({ index }) => `goal.checks[${index}]`) };
  },
};
