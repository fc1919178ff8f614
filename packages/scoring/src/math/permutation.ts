import type { Interval } from '@assay/schema';
import { seededRandom } from './random.ts';

/** The runs of one task: what is rearranged stays inside it. */
export interface Stratum {
  readonly baseline: readonly number[];
  readonly candidate: readonly number[];
}

export interface PermutationTest {
  /** Mean over strata of (mean of candidate − mean of baseline). */
  readonly effect: number;
  /** One-sided p-value of "the effect is no more than `shift`". */
  above(shift: number): number;
  /** One-sided p-value of "the effect is no less than `shift`". */
  below(shift: number): number;
  /** The shifts that neither test rejects at 2.5 %, within −1 and 1. */
  readonly interval: Interval;
  /** The smallest p-value these runs could have given. */
  readonly resolution: number;
}

const ENUMERATED = 20_000;
const SAMPLED = 9_999;
const TAIL = 0.025;
// two rearrangements that differ by less are the same one, summed in another order
const TIE = 1e-12;

/**
 * Permutation test of a shift, stratified by task, and its inversion into an interval.
 *
 * If both sides are alike but for a shift δ, then after taking δ from the candidate's values any way of handing a
 * task's values to the two sides was equally likely. For a rearrangement s, the effect after the shift is
 * A_s − δ·B_s, with B_s the share of candidate values that stayed; as observed it is A − δ. So s is at least as
 * extreme as what was observed exactly from the shift (A − A_s)/(1 − B_s) on: its pivot. P-values count pivots, and
 * the interval is two of them. No assumption on the noise, however few tasks or repeats; with identical sides the
 * error rate is exact. All rearrangements are counted where there are at most 20,000, else 9,999 drawn ones.
 */
export function permutationTest(strata: readonly Stratum[], seed: string): PermutationTest {
  const tables = strata.map((stratum) => (arrangements(stratum) <= ENUMERATED ? enumerate(stratum) : null));
  const total = strata.reduce((product, stratum) => product * arrangements(stratum), 1);
  const effect = strata.reduce((all, stratum) => all + difference(stratum), 0) / strata.length;
  const exact = total <= ENUMERATED;

  const pivots: number[] = [];
  let unmoved = exact ? 0 : 1;
  const count = ({ a, b }: Arrangement) => {
    const stayed = 1 - b / strata.length;
    if (stayed < TIE) unmoved++;
    else pivots.push((effect - a / strata.length) / stayed);
  };
  if (exact) forEachCombination(tables as Arrangement[][], count);
  else sample(strata, tables, seed, count);

  pivots.sort((x, y) => x - y);
  const n = pivots.length + unmoved;
  const rejected = Math.floor(TAIL * n) - unmoved;
  const bound = (index: number, end: number) =>
    rejected < 0 ? end : Math.max(-1, Math.min(1, pivots[index] ?? effect));
  return {
    effect,
    above: (shift) => (unmoved + countUpTo(pivots, shift + TIE)) / n,
    below: (shift) => (unmoved + pivots.length - countUpTo(pivots, shift - TIE)) / n,
    interval: { low: bound(rejected, -1), high: bound(pivots.length - 1 - rejected, 1) },
    resolution: exact ? unmoved / n : 1 / n,
  };
}

/** The effect of a rearrangement, and how much of a shift it keeps. */
interface Arrangement {
  readonly a: number;
  readonly b: number;
}

function difference({ baseline, candidate }: Stratum): number {
  return total(candidate) / candidate.length - total(baseline) / baseline.length;
}

function arrangements({ baseline, candidate }: Stratum): number {
  let product = 1;
  for (let i = 1; i <= candidate.length; i++) product = (product * (baseline.length + i)) / i;
  return Math.round(product);
}

// every choice of which of the pooled values the candidate had
function enumerate(stratum: Stratum): Arrangement[] {
  const pool = [...stratum.candidate, ...stratum.baseline];
  const size = stratum.candidate.length;
  const all = total(pool);
  const found: Arrangement[] = [];
  const choose = (from: number, chosen: number, sum: number, kept: number) => {
    if (chosen === size) {
      found.push(arrangement(stratum, all, sum, kept));
      return;
    }
    for (let i = from; i <= pool.length - (size - chosen); i++) {
      choose(i + 1, chosen + 1, sum + (pool[i] as number), kept + Number(i < size));
    }
  };
  choose(0, 0, 0, 0);
  return found;
}

function arrangement({ baseline, candidate }: Stratum, all: number, sum: number, kept: number): Arrangement {
  const [m, n] = [candidate.length, baseline.length];
  return { a: sum / m - (all - sum) / n, b: kept / m - (m - kept) / n };
}

function forEachCombination(tables: readonly Arrangement[][], visit: (combined: Arrangement) => void): void {
  const step = (index: number, a: number, b: number) => {
    const table = tables[index];
    if (table === undefined) visit({ a, b });
    else for (const next of table) step(index + 1, a + next.a, b + next.b);
  };
  step(0, 0, 0);
}

function sample(
  strata: readonly Stratum[],
  tables: readonly (Arrangement[] | null)[],
  seed: string,
  visit: (combined: Arrangement) => void,
): void {
  const random = seededRandom(seed);
  const pools = strata.map(({ baseline, candidate }) => [...candidate, ...baseline]);
  const totals = pools.map(total);
  const shuffled = (stratum: Stratum, index: number): Arrangement => {
    const pool = pools[index] as number[];
    const size = stratum.candidate.length;
    const order = pool.map((_, i) => i);
    let [sum, kept] = [0, 0];
    for (let i = 0; i < size; i++) {
      const j = i + random.below(order.length - i);
      [order[i], order[j]] = [order[j] as number, order[i] as number];
      sum += pool[order[i] as number] as number;
      kept += Number((order[i] as number) < size);
    }
    return arrangement(stratum, totals[index] as number, sum, kept);
  };
  for (let draw = 0; draw < SAMPLED; draw++) {
    let [a, b] = [0, 0];
    for (let i = 0; i < strata.length; i++) {
      const table = tables[i] as Arrangement[] | null;
      const next = table ? (table[random.below(table.length)] as Arrangement) : shuffled(strata[i] as Stratum, i);
      a += next.a;
      b += next.b;
    }
    visit({ a, b });
  }
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

// how many of the sorted values are at or below the limit
function countUpTo(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
