import type { Interval } from '@assay/schema';
import { type Random, type Rows, seededRandom } from './random.ts';

/** The runs of one task; values are permuted only within it. */
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
  /** The shifts that neither test rejects at `tail`, within −1 and 1. */
  intervalAt(tail: number): Interval;
  /** The interval at 2.5 %. */
  readonly interval: Interval;
  /** The smallest p-value that these runs could give. */
  readonly resolution: number;
}

const ENUMERATED = 20_000;
const SAMPLED = 9_999;
const TAIL = 0.025;
// smaller differences come from summing the same arrangement in another order
const TIE = 1e-12;

/**
 * Permutation test of a shift, stratified by task, and its inversion into an interval.
 *
 * If both sides differ only by a shift δ, then after subtracting δ from the candidate's values, every assignment of a
 * task's values to the two sides is equally likely. For an arrangement s, the effect after the shift is A_s − δ·B_s,
 * with B_s the share of candidate values that stayed; the observed one is A − δ. So s is at least as extreme as the
 * observation exactly from the shift (A − A_s)/(1 − B_s) on: its pivot. P-values count pivots, and the interval is two
 * of them. This assumes nothing about the noise, however few tasks or repeats; with identical sides the error rate is
 * exact. Up to 20,000 arrangements are enumerated, otherwise 9,999 are sampled.
 */
export function permutationTest(strata: readonly Stratum[], seed: string): PermutationTest {
  const total = strata.reduce((product, stratum) => product * arrangements(stratum), 1);
  const exact = total <= ENUMERATED;
  const draws = exact ? enumerateAll(strata) : sample(strata, seed);
  const effect = strata.reduce((all, stratum) => all + difference(stratum), 0) / strata.length;

  const pivots = new Float64Array(draws.effects.length);
  let moved = 0;
  for (let i = 0; i < pivots.length; i++) {
    const shifted = 1 - (draws.kept[i] as number);
    if (shifted >= TIE) pivots[moved++] = (effect - (draws.effects[i] as number)) / shifted;
  }
  const moving = pivots.subarray(0, moved);
  // sorted only for intervals, because many tests need only a p-value
  let sorted: Float64Array | undefined;
  // the observation is one of the arrangements, whether or not it was drawn
  const n = draws.effects.length + Number(!exact);
  const unmoved = n - moved;
  const intervalAt = (tail: number): Interval => {
    const rejected = Math.floor(tail * n) - unmoved;
    sorted ??= moving.toSorted();
    const ordered = sorted;
    const bound = (index: number, end: number) =>
      rejected < 0 ? end : Math.max(-1, Math.min(1, ordered[index] ?? effect));
    return { low: bound(rejected, -1), high: bound(moved - 1 - rejected, 1) };
  };
  return {
    effect,
    intervalAt,
    above: (shift) => (unmoved + countUpTo(moving, shift + TIE)) / n,
    below: (shift) => (unmoved + moved - countUpTo(moving, shift - TIE)) / n,
    get interval() {
      return intervalAt(TAIL);
    },
    resolution: (exact ? unmoved : 1) / n,
  };
}

/** Assignments of values to the two sides: the effect of each, and the share of a shift that it keeps. */
type Arrangements = Rows;

function difference({ baseline, candidate }: Stratum): number {
  return total(candidate) / candidate.length - total(baseline) / baseline.length;
}

function arrangements({ baseline, candidate }: Stratum): number {
  let product = 1;
  for (let i = 1; i <= candidate.length; i++) product = (product * (baseline.length + i)) / i;
  return Math.round(product);
}

// every choice of candidate values from the pool
function enumerate(stratum: Stratum): Arrangements {
  const [m, n] = [stratum.candidate.length, stratum.baseline.length];
  const pool = [...stratum.candidate, ...stratum.baseline];
  const all = total(pool);
  const found = { effects: new Float64Array(arrangements(stratum)), kept: new Float64Array(arrangements(stratum)) };
  let index = 0;
  const choose = (from: number, chosen: number, sum: number, stayed: number): void => {
    if (chosen === m) {
      found.effects[index] = sum / m - (all - sum) / n;
      found.kept[index++] = stayed / m - (m - stayed) / n;
      return;
    }
    for (let i = from; i <= m + n - (m - chosen); i++)
      choose(i + 1, chosen + 1, sum + (pool[i] as number), stayed + Number(i < m));
  };
  choose(0, 0, 0, 0);
  return found;
}

function enumerateAll(strata: readonly Stratum[]): Arrangements {
  const tables = strata.map((stratum) => divide(enumerate(stratum), strata.length));
  const size = tables.reduce((product, { effects }) => product * effects.length, 1);
  const found = { effects: new Float64Array(size), kept: new Float64Array(size) };
  for (let way = 0; way < size; way++) {
    let rest = way;
    for (const { effects, kept } of tables) {
      const pick = rest % effects.length;
      rest = (rest - pick) / effects.length;
      add(found, way, effects[pick] as number, kept[pick] as number);
    }
  }
  return found;
}

function sample(strata: readonly Stratum[], seed: string): Arrangements {
  const random = seededRandom(seed);
  const found = { effects: new Float64Array(SAMPLED), kept: new Float64Array(SAMPLED) };
  for (const stratum of strata) {
    if (arrangements(stratum) <= ENUMERATED) {
      random.addRows(found, divide(enumerate(stratum), strata.length));
    } else {
      const n = strata.length;
      shuffle(stratum, random, (draw, effect, kept) => add(found, draw, effect / n, kept / n));
    }
  }
  return found;
}

const add = ({ effects, kept }: Arrangements, at: number, effect: number, share: number): void => {
  effects[at] = (effects[at] as number) + effect;
  kept[at] = (kept[at] as number) + share;
};

// once per arrangement of a stratum, not each time it is drawn
const divide = ({ effects, kept }: Arrangements, strata: number): Arrangements => ({
  effects: effects.map((effect) => effect / strata),
  kept: kept.map((share) => share / strata),
});

function shuffle(stratum: Stratum, random: Random, visit: (draw: number, effect: number, kept: number) => void): void {
  const [m, n] = [stratum.candidate.length, stratum.baseline.length];
  const pool = Float64Array.of(...stratum.candidate, ...stratum.baseline);
  const all = pool.reduce((sum, value) => sum + value, 0);
  const order = Uint32Array.from(pool.keys());
  for (let draw = 0; draw < SAMPLED; draw++) {
    random.choose(order, m);
    let sum = 0;
    let stayed = 0;
    for (let i = 0; i < m; i++) {
      const taken = order[i] as number;
      sum += pool[taken] as number;
      stayed += Number(taken < m);
    }
    visit(draw, sum / m - (all - sum) / n, stayed / m - (m - stayed) / n);
  }
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

// how many of the values are at or below the limit
function countUpTo(values: Float64Array, limit: number): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) if ((values[i] as number) <= limit) count++;
  return count;
}
