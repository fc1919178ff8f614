import type { Estimate } from '@assay/schema';
import { Z_975 } from '../math/normal.ts';
import { estimate, noEstimate } from './estimate.ts';

/** The same run on one scale, as the judge and as people rate it. */
export interface RatedPair {
  readonly judge: number;
  readonly people: number;
}

const FEWEST = 3;

/**
 * Kappa with quadratic weights: a rating that is two off counts four times as much as one that is one off. Worked out
 * from moments, 2·cov/(var + var + (difference of means)²), which is the same and takes ratings between the levels too.
 * The interval is the jackknife's.
 */
export function quadraticKappa(pairs: readonly RatedPair[]): Estimate {
  const of = pairs.length;
  if (of < FEWEST) return noEstimate(`at least ${FEWEST} runs rated by both are needed`, of);
  const value = concordance(pairs);
  if (value === null) return noEstimate('every rating is the same, of the judge and of people', of);
  const left_out = pairs.map((_, index) => concordance(pairs.toSpliced(index, 1)) ?? value);
  const mean = left_out.reduce((sum, one) => sum + one, 0) / of;
  const squares = left_out.reduce((sum, one) => sum + (one - mean) * (one - mean), 0);
  const half = Z_975 * Math.sqrt((squares * (of - 1)) / of);
  // without a single difference nothing tells how sure that is
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
