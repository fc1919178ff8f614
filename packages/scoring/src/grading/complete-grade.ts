import { Grade, type Run, type StoredGrade } from '@assay/schema';
import { score } from '../registry.ts';
import { decideResult } from './decide-result.ts';
import { gatingVerdict } from './grade-run.ts';

/** Completes a stored grade. If it was written before grades had a result, the result is computed from it. */
export function completeGrade(stored: StoredGrade, run: Run): Grade {
  const whole = Grade.safeParse(stored);
  if (whole.success) return whole.data;
  const { formula_version, result, result_reason, review } = decideResult(
    {
      run,
      grading_failure: stored.grading_failure,
      results: stored.results,
      judge: stored.not_scored === null ? gatingVerdict(stored.judgment) : null,
    },
    (given) => score('result@1', given),
  );
  return Grade.parse({
    ...stored,
    result,
    result_reason,
    review,
    result_version: formula_version,
    // the outcome its scorecard was computed with
    outcome: run.outcome,
    integrity: { mode: 'review', findings: [], allowed: [] },
  });
}
