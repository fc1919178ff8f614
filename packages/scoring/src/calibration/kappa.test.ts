import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../math/random.ts';
import { cohenKappa, describe } from './kappa.ts';

const table = ([pass_pass, pass_fail, fail_pass, fail_fail]: readonly number[]) => ({
  pass_pass: pass_pass ?? 0,
  pass_fail: pass_fail ?? 0,
  fail_pass: fail_pass ?? 0,
  fail_fail: fail_fail ?? 0,
});

test.each([
  { counts: [20, 5, 10, 15], kappa: 0.4, why: '0.7 agree, 0.5 by chance: 0.2 of 0.5' },
  { counts: [45, 15, 25, 15], kappa: 0.06 / 0.46, why: '0.6 agree, 0.54 by chance' },
  { counts: [25, 35, 5, 35], kappa: 0.14 / 0.54, why: 'the same agreement, less of it by chance' },
  { counts: [10, 0, 0, 10], kappa: 1, why: 'no disagreement' },
  { counts: [0, 10, 10, 0], kappa: -1, why: 'nothing else' },
  { counts: [5, 5, 5, 5], kappa: 0, why: 'exactly as much as by chance' },
])('$counts has a kappa of $kappa: $why', ({ counts, kappa }) => {
  expect(cohenKappa(table(counts)).value).toBeCloseTo(kappa, 12);
});

test.each([
  {
    counts: [
      [75, 1, 4],
      [5, 4, 1],
      [0, 0, 10],
    ],
    ...{ kappa: 0.676, error: 0.0877, why: 'the diagnoses of Fleiss, with the standard error he gives, 0.088' },
  },
  {
    counts: [
      [106, 10, 4],
      [22, 28, 10],
      [2, 12, 6],
    ],
    ...{ kappa: 0.429, error: 0.0537, why: 'the table of Fleiss, Cohen and Everitt, whose variance is 0.002885' },
  },
])('$why', ({ counts, kappa, error }) => {
  const found = describe(counts);
  expect(found.kappa).toBeCloseTo(kappa, 3);
  expect(found.error).toBeCloseTo(error, 4);
});

test('without variation in verdicts there is no kappa, but a reason', () => {
  expect(cohenKappa(table([30, 0, 0, 0]))).toMatchObject({ value: null, interval: null, of: 30 });
  expect(cohenKappa(table([]))).toMatchObject({ value: null, of: 0 });
});

test('swapping judge and people does not matter, and the interval contains the value', () => {
  const counts = fc.tuple(fc.nat(60), fc.nat(60), fc.nat(60), fc.nat(60));
  fc.assert(
    fc.property(counts, ([a, b, c, d]) => {
      const { value, interval } = cohenKappa(table([a, b, c, d]));
      const swapped = cohenKappa(table([a, c, b, d]));
      if (value === null || interval === null) return;
      expect(swapped.value).toBeCloseTo(value, 12);
      expect(interval.low).toBeLessThanOrEqual(value);
      expect(interval.high).toBeGreaterThanOrEqual(value);
      expect(interval.low).toBeGreaterThanOrEqual(-1);
      expect(interval.high).toBeLessThanOrEqual(1);
    }),
  );
});

test('a few runs without disagreement do not give certainty', () => {
  expect(cohenKappa(table([10, 0, 0, 10])).interval?.low).toBeLessThan(0.9);
});

test.each([
  { shares: [0.475, 0.025, 0.025, 0.475], runs: 20 },
  { shares: [0.4, 0.1, 0.1, 0.4], runs: 20 },
  { shares: [0.63, 0.09, 0.07, 0.21], runs: 40 },
  { shares: [0.8245, 0.06, 0.0255, 0.09], runs: 40 },
  { shares: [0.18, 0.28, 0.12, 0.42], runs: 100 },
])('95 of 100 intervals of $runs runs of $shares contain the true value', ({ shares, runs }) => {
  const truth = describe([shares.slice(0, 2), shares.slice(2)]).kappa as number;
  const random = seededRandom(JSON.stringify(shares));
  const bounds = [1, 2, 3].map((cells) => shares.slice(0, cells).reduce((sum, share) => sum + share, 0));
  const TIMES = 1000;
  let [held, possible] = [0, 0];
  for (let time = 0; time < TIMES; time++) {
    const counts = [0, 0, 0, 0];
    for (let run = 0; run < runs; run++) {
      const drawn = random.below(1_000_000) / 1_000_000;
      const cell = bounds.filter((bound) => drawn >= bound).length;
      counts[cell] = (counts[cell] as number) + 1;
    }
    const { interval } = cohenKappa(table(counts));
    if (interval === null) continue;
    possible++;
    if (interval.low <= truth && truth <= interval.high) held++;
  }
  expect(held / possible).toBeGreaterThan(0.93);
});
