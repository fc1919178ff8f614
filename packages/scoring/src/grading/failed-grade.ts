import { type Evidence, Gates, type Grade, type RunFailure, type StoredGrade } from '@assay/schema';
import { score } from '../registry.ts';
import { isGate } from '../scorers/is-gate.ts';
import { errorResult } from './apply-scorer.ts';
import { completeGrade } from './complete-grade.ts';

/** The grade of a run that could not be graded: no score and no verdict, with the reason. */
export function failedGrade(
  { run, task }: Pick<Evidence, 'run' | 'task'>,
  { failure, graded_at }: { readonly failure: RunFailure; readonly graded_at: string },
): Grade {
  const reason = `grading failed: ${failure.message}`;
  const results = task.scenario.scorers.map((spec) => errorResult(spec, { code: 'scorer_crashed', reason }));
  const gates = Gates.parse(
    score('gates', {
      results: results.map((result) => ({ name: result.name, verdict: result.verdict, required: isGate(result) })),
      judge: null,
      run: { completed: run.outcome === 'COMPLETED', passed: run.stages.every(({ passed }) => passed) },
    }),
  );
  const stored: StoredGrade = {
    run_id: run.run_id,
    graded_at,
    label: null,
    scorers_digest: task.scorers_digest,
    results,
    restored: [],
    // even when the scenario has no scorers
    overall: 'ERROR',
    mean_score: null,
    mean_required: null,
    scored: 0,
    of: results.length,
    needs_regrade: true,
    judgment: null,
    interactions_judged: null,
    grading_failure: failure,
    not_scored: { reason },
    scorecard: null,
    scorecard_reason: null,
    axis: null,
    composite: null,
    composite_reason: reason,
    gates,
  };
  return completeGrade(stored, run);
}
