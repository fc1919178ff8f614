import type { Estimate } from '@assay/schema';
import { Z_975 } from '../math/normal.ts';
import { estimate, noEstimate } from './estimate.ts';

/** The ratings of one run by the judge and by people, on one scale. */
export interface RatedPair {
  readonly judge: number;
  readonly people: number;
}

const FEWEST = 3;

/**
 * Kappa with quadratic weights: a rating two levels off counts four times as much as one level off. Computed from
 * moments, 2·cov/(var + var + (difference of means)²), which is equivalent and also accepts ratings between levels.
 * The interval is from the jackknife.
 */
export function quadraticKappa(pairs: readonly RatedPair[]): Estimate {
  const of = pairs.length;
  if (of < FEWEST) return noEstimate(`at least ${FEWEST} runs rated by both are needed`, of);
  const value = concordance(pairs);
  if (value === null) return noEstimate('every rating by the judge and by people is the same', of);
  const left_out = pairs.map((_, index) => concordance(pairs.toSpliced(index, 1)) ?? value);
  const mean = left_out.reduce((sum, one) => sum + one, 0) / of;
  const squares = left_out.reduce((sum, one) => sum + (one - mean) * (one - mean), 0);
  const half = Z_975 * Math.sqrt((squares * (of - 1)) / of);
  // identical jackknife values give no interval
  const interval = half === 0 ? null : { low: Math.max(-1, value - half), high: Math.min(1, value + half) };
  return estimate(value, { interval, of });
}

function concordance(pairs: readonly RatedPair[]): number | null {
  const count = pairs.length;
  const [judge, people] = [meanOf(pairs, 'judge'), meanOf(pairs, 'people')];
  let [shared, apart] = [0, count * (judge - people) * (judge - people)];
  for (const pair of pairs) {
    const [one, other] = [pair.judge - judge, pair.people - people];
    shared += one * other;
    apart += one * one + other * other;
  }
  return apart === 0 ? null : (2 * shared) / apart;
}

const meanOf = (pairs: readonly RatedPair[], whose: keyof RatedPair): number =>
  pairs.reduce((sum, pair) => sum + pair[whose], 0) / pairs.length;
