import type { ScorerResult } from '@assay/schema';
import { divide, fraction, multiply, roundHalfUp, sum } from '../math/exact.ts';

type Scored = Extract<ScorerResult, { verdict: 'PASS' | 'FAIL' }>;

/** Whether a result has a score that counts. */
export const isScored = (result: ScorerResult): result is Scored =>
  result.verdict === 'PASS' || result.verdict === 'FAIL';

const MEAN_UNIT = 1_000_000;

/** The mean score of passed and failed results, to six decimals; null when there are none. */
export function meanScore(results: readonly ScorerResult[]): number | null {
  const scores = results.filter(isScored).map((result) => fraction(result.score));
  if (scores.length === 0) return null;
  const mean = divide(sum(scores), fraction(scores.length));
  return roundHalfUp(multiply(mean, fraction(MEAN_UNIT))) / MEAN_UNIT;
}
