import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clusterBootstrap } from './bootstrap.ts';
import { holm } from './holm.ts';
import { Z_975 } from './normal.ts';
import { passAtK, passHatK } from './pass-at-k.ts';
import { detectableDistance, runsNeeded } from './power.ts';
import { median } from './quantile.ts';
import { seededRandom } from './random.ts';
import { jsonLength, utf8Length } from './utf8.ts';
import { wilson } from './wilson.ts';

const trials = fc
  .integer({ min: 1, max: 200 })
  .chain((n) => fc.record({ n: fc.constant(n), passes: fc.integer({ min: 0, max: n }) }));

// Newcombe 1998, table I, method 3, and the closed forms at the ends
test.each([
  { passes: 81, n: 263, low: 0.2553, high: 0.3662 },
  { passes: 15, n: 148, low: 0.0624, high: 0.1605 },
  { passes: 0, n: 20, low: 0, high: 0.1611 },
  { passes: 1, n: 29, low: 0.0061, high: 0.1718 },
  { passes: 10, n: 10, low: 0.7225, high: 1 },
  { passes: 0, n: 0, low: 0, high: 1 },
])('Wilson for $passes of $n is $low to $high', ({ passes, n, low, high }) => {
  expect(wilson(passes, n).low).toBeCloseTo(low, 4);
  expect(wilson(passes, n).high).toBeCloseTo(high, 4);
});

test('Wilson contains the rate, stays within 0 and 1, and is symmetric', () => {
  fc.assert(
    fc.property(trials, ({ passes, n }) => {
      const { low, high } = wilson(passes, n);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(passes / n);
      expect(high).toBeGreaterThanOrEqual(passes / n);
      expect(wilson(n - passes, n).low).toBeCloseTo(1 - high, 12);
    }),
  );
});

test.each([
  { c: 1, n: 5, k: 1, at: 0.2, hat: 0.2, why: 'for one draw both equal the rate' },
  { c: 2, n: 4, k: 2, at: 5 / 6, hat: 1 / 6, why: 'one of six pairs passes twice, one never' },
  { c: 0, n: 5, k: 3, at: 0, hat: 0, why: 'nothing passes' },
  { c: 5, n: 5, k: 5, at: 1, hat: 1, why: 'everything passes' },
  {
    c: 3,
    n: 5,
    k: 4,
    at: 1,
    hat: 0,
    why: 'four draws cannot miss three passes, and three passes cannot fill four draws',
  },
])('pass@$k of $c in $n is $at and pass^$k is $hat: $why', ({ c, n, k, at, hat }) => {
  expect(passAtK(c, n, k)).toBeCloseTo(at, 12);
  expect(passHatK(c, n, k)).toBeCloseTo(hat, 12);
});

test('pass@k and pass^k are the averages over every choice of k trials', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(8), fc.integer({ min: 1, max: 8 }), (n, passes, draws) => {
      const [c, k] = [Math.min(passes, n), Math.min(draws, n)];
      const choices = Array.from({ length: 2 ** n }, (_, mask) => mask).filter((mask) => bits(mask) === k);
      const hits = choices.map((mask) => bits(mask & (2 ** c - 1)));
      expect(passAtK(c, n, k)).toBeCloseTo(hits.filter((hit) => hit > 0).length / choices.length, 12);
      expect(passHatK(c, n, k)).toBeCloseTo(hits.filter((hit) => hit === k).length / choices.length, 12);
    }),
  );
});

const bits = (mask: number): number => [...mask.toString(2)].filter((bit) => bit === '1').length;

test('Holm multiplies by the number of remaining tests, keeps the order and stops at 1', () => {
  expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
  expect(holm([0.6, 0.9])).toEqual([1, 1]);
  expect(holm([])).toEqual([]);
});

test('Holm never lowers a p-value, and the smallest gets the full factor', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 }), (p) => {
      holm(p).forEach((adjusted, i) => {
        expect(adjusted).toBeGreaterThanOrEqual(p[i] as number);
        expect(adjusted).toBeLessThanOrEqual(1);
      });
      expect(Math.min(...holm(p))).toBe(Math.min(1, Math.min(...p) * p.length));
    }),
  );
});

test.each([
  { values: [], p50: null },
  { values: [7], p50: 7 },
  { values: [9, 1, 5], p50: 5 },
  { values: [4, 1, 2, 10], p50: 3 },
])('the median of $values is $p50', ({ values, p50 }) => {
  expect(median(values)).toBe(p50);
});

test('the same seed gives the same numbers, another seed others, evenly distributed', () => {
  const draw = (seed: string) => {
    const random = seededRandom(seed);
    return Array.from({ length: 1000 }, () => random.below(10));
  };
  expect(draw('a')).toEqual(draw('a'));
  expect(draw('a')).not.toEqual(draw('b'));
  const counts = Object.values(Object.groupBy(draw('even'), String)).map((group) => group?.length ?? 0);
  expect(counts).toHaveLength(10);
  // chi-square with 9 degrees of freedom stays below 27.9 in 99.9 % of draws
  expect(counts.reduce((all, count) => all + (count - 100) ** 2 / 100, 0)).toBeLessThan(27.9);
});

test('the bootstrap interval over tasks contains their mean and ignores their order', () => {
  const means = [0.2, 0.9, 0.4, 0.6, 0.75];
  const interval = clusterBootstrap(means);
  expect(interval).toEqual(clusterBootstrap(means.toReversed()));
  expect(interval?.low).toBeLessThan(0.57);
  expect(interval?.high).toBeGreaterThan(0.57);
});

test('one task gives no interval, and identical tasks give a point', () => {
  expect(clusterBootstrap([0.5])).toBeNull();
  expect(clusterBootstrap([0.5, 0.5, 0.5])).toEqual({ low: 0.5, high: 0.5 });
});

test('the interval over ten tasks has about its nominal coverage', () => {
  const random = seededRandom('coverage');
  const covered = Array.from({ length: 300 }, () => {
    const means = Array.from({ length: 10 }, () => (random.below(1000) + random.below(1000)) / 2000);
    const interval = clusterBootstrap(means);
    return interval !== null && interval.low <= 0.4995 && interval.high >= 0.4995;
  }).filter(Boolean).length;
  expect(covered / 300).toBeGreaterThan(0.91);
});

const BAR = { alpha: 0.025, z: Z_975 };

test('four times the runs halve the detectable distance, and the required runs detect what was asked', () => {
  const tasks = (runs: number) =>
    Array.from({ length: 10 }, () => ({ variance: 0.04, baseline_runs: runs, candidate_runs: runs }));
  expect(detectableDistance(tasks(20), BAR) * 2).toBeCloseTo(detectableDistance(tasks(5), BAR), 12);
  const needed = runsNeeded(tasks(2), { ...BAR, distance: 0.04 });
  expect(detectableDistance(tasks(needed), BAR)).toBeLessThanOrEqual(0.04);
  expect(detectableDistance(tasks(needed - 1), BAR)).toBeGreaterThan(0.04);
});

test('without spread, the number of arrangements determines the required runs', () => {
  expect(runsNeeded([{ variance: 0, baseline_runs: 1, candidate_runs: 1 }], { ...BAR, distance: 0.04 })).toBe(4);
});

test('sizes in UTF-8 agree with the encoder', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => utf8Length(text) === Buffer.byteLength(text)));
  fc.assert(fc.property(fc.jsonValue(), (value) => jsonLength(value) === Buffer.byteLength(JSON.stringify(value))));
});

test('measures JSON at any depth', () => {
  let deep: unknown = 1;
  for (let i = 0; i < 200_000; i++) deep = [deep];
  expect(jsonLength(deep)).toBe(400_001);
});
