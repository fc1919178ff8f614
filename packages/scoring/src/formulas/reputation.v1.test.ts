import type { Counted, ReputationWindow } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { appendEvaluation, computeReputation, EMPTY_WINDOW, reputationV1 } from './reputation.v1.ts';

const reputation = (evaluations: Counted[]) => compute(reputationV1, { evaluations });

const repeat = (n: number, passed: (i: number) => boolean, latency_ms: number): Counted[] =>
  Array.from({ length: n }, (_, i) => ({ passed: passed(i), latency_ms }));

const all = () => true;
const none = () => false;

test.each([
  { evaluations: [], score: 0, why: 'no reputation before the first evaluation' },
  { evaluations: repeat(124, all, 30), score: 812, why: 'the published example' },
  { evaluations: repeat(1, all, 0), score: 654, why: 'all of pass rate and latency, 1/50 of streak, 1/500 of volume' },
  { evaluations: repeat(50, all, 0), score: 865, why: 'a full streak' },
  { evaluations: repeat(500, all, 0), score: 1000, why: 'the maximum' },
  { evaluations: repeat(500, (i) => i < 499, 0), score: 799, why: 'the newest failed, so the streak is lost' },
  { evaluations: repeat(500, none, 0), score: 400, why: 'latency and volume only, as published' },
  { evaluations: repeat(500, all, 300_000), score: 750, why: 'slower than the reference earns no latency points' },
  { evaluations: repeat(10, none, 6.8), score: 236, why: 'exact; a double says 235' },
  { evaluations: [{ passed: true }], score: 404, why: 'no latency, no latency points' },
  {
    evaluations: [{ passed: true, latency_ms: 60_000, latency_ref_ms: 600_000 }],
    score: 629,
    why: 'a run is measured against its own reference',
  },
])('$score: $why', ({ evaluations, score }) => {
  expect(reputation(evaluations).score).toBe(score);
});

test.each([
  { count: 0, lifecycle: 'new' },
  { count: 1, lifecycle: 'calibrating' },
  { count: 49, lifecycle: 'calibrating' },
  { count: 50, lifecycle: 'active' },
  { count: 499, lifecycle: 'active' },
  { count: 500, lifecycle: 'mature' },
  { count: 700, lifecycle: 'mature' },
])('after $count evaluations an agent is $lifecycle', ({ count, lifecycle }) => {
  expect(reputation(repeat(count, all, 1))).toMatchObject({
    lifecycle,
    eval_count: count,
    window_size: 500,
    n: Math.min(count, 500),
  });
});

test('the 501st evicts the oldest', () => {
  const result = reputation([{ passed: false, latency_ms: 0 }, ...repeat(500, all, 0)]);
  expect(result).toMatchObject({ score: 1000, eval_count: 501, pass_rate: 1, streak: 500 });
});

test('an errored evaluation is stored but not counted', () => {
  const result = reputation([
    { passed: true, latency_ms: 0 },
    { passed: false, errored: true },
  ]);
  expect(result).toMatchObject({ score: 654, eval_count: 1 });
  expect(result.defaulted).toContainEqual(expect.objectContaining({ what: 'evaluations' }));
});

test('the interval is the score at the bounds of the pass rate', () => {
  expect(reputation(repeat(100, (i) => i >= 20, 0)).interval).toEqual({ low: 764, high: 826 });
  expect(reputation([]).interval).toEqual({ low: 0, high: 400 });
});

test.each([
  { evaluation: { passed: 1 }, path: 'evaluations[0].passed' },
  { evaluation: { passed: true, latency_ms: -1 }, path: 'evaluations[0].latency_ms' },
  { evaluation: { passed: true, latency_ms: 86_400_001 }, path: 'evaluations[0].latency_ms' },
  { evaluation: { passed: true, latency_ref_ms: 0 }, path: 'evaluations[0].latency_ref_ms' },
  { evaluation: { passed: true, latency: 3 }, path: 'evaluations[0].latency' },
])('rejected at $path', ({ evaluation, path }) => {
  expect(() => compute(reputationV1, { evaluations: [evaluation] })).toThrow(expect.objectContaining({ path }));
});

const evaluation: fc.Arbitrary<Counted> = fc.record({
  passed: fc.boolean(),
  latency_ms: fc.option(fc.integer({ min: 0, max: 400_000 }).map((us) => us / 1000)),
  latency_ref_ms: fc.option(fc.constantFrom(50, 100, 0.5, 33.333, 600_000)),
});
const history = fc.array(evaluation, { maxLength: 700 });

/** As on the server: one evaluation at a time, passing the evicted one. */
function incrementally(evaluations: readonly Counted[]): ReputationWindow {
  return evaluations.reduce(
    (window, added, i) => appendEvaluation(window, added, i >= 500 ? (evaluations[i - 500] as Counted) : null),
    EMPTY_WINDOW,
  );
}

test('incremental and full computation always agree', () => {
  fc.assert(
    fc.property(history, (evaluations) => {
      const { ledger: _, ...whole } = reputation(evaluations);
      const { ledger, ...appended } = computeReputation(incrementally(evaluations));
      expect(appended).toEqual(whole);
      expect(ledger.reduce((sum, { points }) => sum + points, 0) + appended.score).toBe(1000);
    }),
    { numRuns: 60 },
  );
});

test('an evicted evaluation has no effect on the window', () => {
  fc.assert(
    fc.property(fc.array(evaluation, { minLength: 500, maxLength: 500 }), history, (window, before) => {
      const { eval_count, ...forgetful } = incrementally([...before, ...window]);
      expect(eval_count).toBe(before.length + 500);
      expect(incrementally(window)).toEqual({ eval_count: 500, ...forgetful });
    }),
    { numRuns: 20 },
  );
});

test('is from 0 to 1000, within its interval, with a ledger that adds up exactly', () => {
  fc.assert(
    fc.property(history, (evaluations) => {
      const { score, interval, ledger } = reputation(evaluations);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1000);
      expect(interval.low).toBeLessThanOrEqual(score);
      expect(interval.high).toBeGreaterThanOrEqual(score);
      expect(ledger.reduce((sum, { points }) => sum + points, 0) + score).toBe(1000);
    }),
    { numRuns: 60 },
  );
});

test('a pass is never worth less than a fail, nor a fast answer less than a slow one', () => {
  fc.assert(
    fc.property(history, fc.nat(1000), fc.nat(1000), (evaluations, a, b) => {
      const after = (passed: boolean, latency_ms: number) => reputation([...evaluations, { passed, latency_ms }]).score;
      expect(after(true, a)).toBeGreaterThanOrEqual(after(false, a));
      expect(after(true, Math.min(a, b))).toBeGreaterThanOrEqual(after(true, Math.max(a, b)));
    }),
    { numRuns: 60 },
  );
});

test('agrees with exact arithmetic on every small window', () => {
  for (let n = 1; n <= 60; n++) {
    for (const [passes, us] of [
      [n, 6800],
      [0, 6800],
      [n - 1, 33_333],
      [Math.floor(n / 2), 99_999],
    ] as const) {
      const window = {
        eval_count: n,
        n,
        passes,
        streak: Math.min(passes, n),
        latencies: [{ ref_us: 100_000, sum_us: us * n, count: n }],
      };
      const [N, p, s] = [BigInt(n), BigInt(passes), BigInt(Math.min(passes, 50))];
      // everything over the common denominator n · 100000 · 50 · 500
      const d = N * 100_000n * 50n * 500n;
      const points =
        400n * p * (d / N) +
        250n * BigInt(100_000 - us) * (d / 100_000n) +
        200n * s * (d / 50n) +
        150n * N * (d / 500n);
      expect(computeReputation(window).score).toBe(Number(points / d));
    }
  }
});

test('requires the evicted evaluation for a full window, and only then', () => {
  const full = incrementally(repeat(500, all, 1));
  expect(() => appendEvaluation(full, { passed: true }, null)).toThrow(/evicted/);
  expect(() => appendEvaluation(EMPTY_WINDOW, { passed: true }, { passed: true })).toThrow(/evicted/);
});
