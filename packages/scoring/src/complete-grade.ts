import { type Grade, ResultDecision, type Run, type StoredGrade } from '@assay/schema';
import { isGate } from './apply-scorer.ts';
import { gatingVerdict } from './grade-run.ts';
import { score } from './registry.ts';
import { findScorer } from './scorers/index.ts';

/** A grade with a result, also where it was written before grades had one: then it follows from what the grade says. */
export function completeGrade(stored: StoredGrade, run: Run): Grade {
  const { result, result_reason, review, result_version, outcome, integrity } = stored;
  if (
    result !== undefined &&
    result_reason !== undefined &&
    review !== undefined &&
    result_version !== undefined &&
    outcome !== undefined &&
    integrity !== undefined
  )
    return { ...stored, result, result_reason, review, result_version, outcome, integrity };
  const decision = ResultDecision.parse(
    score('result@1', {
      failure: stored.grading_failure ?? run.failure,
      results: stored.results.map((one) => ({
        name: one.name,
        family: one.family ?? familyOf(one.type),
        verdict: one.verdict,
        required: isGate(one),
        reason: one.reason,
        findings: one.findings,
      })),
      stages: run.stages,
      judge: stored.not_scored === null ? gatingVerdict(stored.judgment) : null,
    }),
  );
  return {
    ...stored,
    result: decision.result,
    result_reason: decision.result_reason,
    review: decision.review,
    result_version: decision.formula_version,
    // what its scorecard was computed with
    outcome: run.outcome,
    integrity: { mode: 'review', findings: [], allowed: [] },
  };
}

function familyOf(type: StoredGrade['results'][number]['type']) {
  const family = findScorer(type)?.family;
  // without its configuration, a list of paths is only that
  return typeof family === 'string' ? family : 'scope';
}
