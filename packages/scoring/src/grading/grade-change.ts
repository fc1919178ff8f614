import type { AllowedTestChange, Evidence, Grade, ScorerSpec } from '@assay/schema';
import { gatesV1 } from '../decisions/gates.v1.ts';
import { compute } from '../formula.ts';
import { isGate } from '../scorers/is-gate.ts';
import { applyScorer } from './apply-scorer.ts';
import { isScored, meanScore } from './mean-score.ts';

/** The scorer results of a change. */
export type ChangeGrade = Pick<Grade, 'results' | 'overall' | 'mean_score' | 'mean_required' | 'scored' | 'of'>;

/** Grades a change from its evidence. There is no run, so a scorer that requires one gives ERROR. */
export function gradeChange(
  evidence: Partial<Evidence>,
  { scorers, allowed }: { readonly scorers: readonly ScorerSpec[]; readonly allowed: readonly AllowedTestChange[] },
): ChangeGrade {
  const results = scorers.map((spec) => applyScorer(spec, evidence, { allowed }));
  // not by name: a short check would load every formula
  const gates = compute(gatesV1, {
    results: results.map((result) => ({ name: result.name, verdict: result.verdict, required: isGate(result) })),
    judge: null,
    run: { completed: true, passed: true },
  });
  return {
    results,
    overall: gates.scorers,
    mean_score: meanScore(results),
    mean_required: meanScore(results.filter(({ required }) => required)),
    scored: results.filter(isScored).length,
    of: results.length,
  };
}
