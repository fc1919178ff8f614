import type { Estimate } from '@assay/schema';
import { Z_975 } from '../math/normal.ts';
import { estimate, noEstimate } from './estimate.ts';

type PassFail = 'PASS' | 'FAIL';

/** The two verdicts on one run. */
export interface VerdictPair {
  readonly judge: PassFail;
  readonly people: PassFail;
}

// 0.5 in each of the four cells, after Agresti and Min: two runs in total
const ADDED = 2;

/** The judge's pass rate minus that of people, −1 to 1, with the interval of Agresti and Min. */
export function leniency(pairs: readonly VerdictPair[]): Estimate {
  if (pairs.length === 0) return noEstimate('no run was judged by both', 0);
  const { difference, centre, variance } = compare(pairs);
  return estimate(difference, { interval: around(centre, variance, 1), of: pairs.length });
}

/**
 * Leniency on the longer half of runs minus that on the shorter half, −2 to 2. Above 0, longer runs pass more easily.
 * With an odd number of runs, the middle one is in neither half.
 */
export function leniencyByLength(runs: readonly (VerdictPair & { readonly length: number })[]): Estimate {
  const half = Math.floor(runs.length / 2);
  if (half < 2) return noEstimate('at least four runs judged by both are needed', runs.length);
  const sorted = runs.toSorted((a, b) => a.length - b.length);
  const [short, long] = [compare(sorted.slice(0, half)), compare(sorted.slice(-half))];
  return estimate(long.difference - short.difference, {
    interval: around(long.centre - short.centre, long.variance + short.variance, 2),
    of: half * 2,
  });
}

function compare(pairs: readonly VerdictPair[]): { difference: number; centre: number; variance: number } {
  const lenient = pairs.filter(({ judge, people }) => judge === 'PASS' && people === 'FAIL').length;
  const strict = pairs.filter(({ judge, people }) => judge === 'FAIL' && people === 'PASS').length;
  const of = pairs.length + ADDED;
  const away = lenient - strict;
  return {
    difference: away / pairs.length,
    centre: away / of,
    variance: (lenient + strict + 1 - (away * away) / of) / (of * of),
  };
}

function around(centre: number, variance: number, bound: number) {
  const half = Z_975 * Math.sqrt(variance);
  return { low: Math.max(-bound, centre - half), high: Math.min(bound, centre + half) };
}
