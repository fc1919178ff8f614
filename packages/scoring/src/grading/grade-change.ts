import type { AllowedTestChange, Evidence, Grade, ScorerSpec } from '@assay/schema';
import { isGate } from '../scorers/is-gate.ts';
import { applyScorer } from './apply-scorer.ts';
import { isScored, meanScore } from './mean-score.ts';
import { overallVerdict } from './overall-verdict.ts';

/** The scorer results of a change. */
export type ChangeGrade = Pick<Grade, 'results' | 'overall' | 'mean_score' | 'mean_required' | 'scored' | 'of'>;

/** Grades a change from its evidence. There is no run, so a scorer that requires one gives ERROR. */
export function gradeChange(
  evidence: Partial<Evidence>,
  { scorers, allowed }: { readonly scorers: readonly ScorerSpec[]; readonly allowed: readonly AllowedTestChange[] },
): ChangeGrade {
  const results = scorers.map((spec) => applyScorer(spec, evidence, { allowed }));
  return {
    results,
    overall: overallVerdict(results.filter(isGate)),
    mean_score: meanScore(results),
    mean_required: meanScore(results.filter(({ required }) => required)),
    scored: results.filter(isScored).length,
    of: results.length,
  };
}
