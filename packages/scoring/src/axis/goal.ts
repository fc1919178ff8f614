import type { Defaulted, RubricGrade } from '@assay/schema';
import {
  divide,
  type Fraction,
  fraction,
  multiply,
  roundHalfUp,
  subtract,
  sum,
  toNumber,
  ZERO,
} from '../math/exact.ts';
import { type Measured, type Part, unscored } from './measured.ts';

/** Goal achievement: round(100 × Σ(grade/10 × w)/Σw) over the rubric checks. Frozen with the versions of AXIS. */
export function goalAchievement(checks: readonly RubricGrade[], defaulted: Defaulted[]): Measured {
  const counts = { interactions: 0, judged: checks.length };
  if (checks.length === 0) return unscored('withheld', 'no rubric check was graded', counts);
  const weights = shareWeights(checks, defaulted);
  const total = sum(weights);
  if (total.num === 0n) return unscored('withheld', 'the weights of all rubric checks are 0', counts);

  const grades = checks.map(({ grade }) => divide(fraction(grade), TEN));
  const weigh = (values: readonly Fraction[]) =>
    divide(sum(values.map((value, i) => multiply(value, weights[i] as Fraction))), total);
  const raw = weigh(grades);
  const lost = subtract(ONE, raw);
  const parts = checks.map(({ check, grade }, i): Part => {
    const missed = divide(multiply(subtract(ONE, grades[i] as Fraction), weights[i] as Fraction), total);
    const share = lost.num === 0n ? 0 : toNumber(divide(missed, lost));
    return {
      signal: 'rubric',
      share,
      reason: `${check ?? `check ${i + 1}`} was graded ${grade} of 10`,
      ref: `goal.checks[${i}]`,
    };
  });
  const score = roundHalfUp(multiply(raw, fraction(100)));
  return {
    dimension: { status: 'scored', score, raw: toNumber(raw), signals: { rubric: toNumber(raw) }, ...counts },
    parts,
  };
}

const ONE = fraction(1);
const TEN = fraction(10);

// checks without a weight share the remainder of 1
function shareWeights(checks: readonly RubricGrade[], defaulted: Defaulted[]): Fraction[] {
  const left = subtract(ONE, sum(checks.map(({ weight }) => (weight == null ? ZERO : fraction(weight)))));
  const sharing = checks.filter(({ weight }) => weight == null).length;
  if (sharing > 0 && left.num <= 0n) {
    const reason = `the explicit weights leave nothing of 1 for ${sharing} checks without a weight`;
    defaulted.push({ what: 'goal.checks', value: 0, reason });
  }
  const share = sharing === 0 || left.num <= 0n ? ZERO : divide(left, fraction(sharing));
  return checks.map(({ weight }) => (weight == null ? share : fraction(weight)));
}
