import type { ScorecardInput } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { latencyBaseline } from './latency-baseline.ts';
import { scorecardTier, scorecardV2 } from './scorecard.v2.ts';

const score = (input: unknown) => compute(scorecardV2, input);

const clean = {
  outcome: 'COMPLETED',
  stages: [{ name: 'test', attempts: 1, passed: true }],
  wall_ms: 500,
  baseline: { p50_ms: 1000, sample_count: 20 },
  resources: { memory_peak_bytes: 0, memory_limit_bytes: 100, cpu_periods: 10, cpu_throttled_periods: 0 },
} satisfies ScorecardInput;

const stages = (total: number, clean: number) =>
  Array.from({ length: total }, (_, i) => ({ name: `s${i}`, attempts: i < clean ? 1 : 2, passed: true }));

test('the published example: 100, 85, 72 and 93 make 89, Gold', () => {
  const result = score({
    outcome: 'COMPLETED',
    stages: stages(20, 17),
    wall_ms: 1200,
    baseline: { p50_ms: 1000, sample_count: 20 },
    resources: { memory_peak_bytes: 10, memory_limit_bytes: 100, cpu_periods: 100, cpu_throttled_periods: 0 },
  });
  expect(result.axes).toEqual({ completion: 100, error_rate: 85, latency: 72, resource_efficiency: 93 });
  expect(result).toMatchObject({ score: 89, tier: 'Gold', formula: 'scorecard', formula_version: '2', defaulted: [] });
});

test.each([
  { change: {}, score: 100, why: 'nothing lost' },
  { change: { outcome: 'BLOCKED' }, score: 72, why: 'partial progress keeps 30 of 100 on 40' },
  { change: { outcome: 'FAILED' }, score: 60, why: 'no usable output costs all 40' },
  { change: { stages: stages(3, 2) }, score: 90, why: '66.67 is rounded to 67 before weighting: 90.1' },
  {
    change: { stages: [{ name: 'test', attempts: 1, passed: false }] },
    score: 70,
    why: 'a single failed attempt is no first pass',
  },
  { change: { wall_ms: 1000 }, score: 96, why: 'typical time is 80' },
  { change: { wall_ms: 3000 }, score: 80, why: 'three times the typical time is 0' },
  { change: { wall_ms: 9000 }, score: 80, why: 'and it stays 0' },
  { change: { wall_ms: 0 }, score: 100, why: 'faster than half the typical time is still 100' },
  {
    change: { resources: { ...clean.resources, memory_peak_bytes: 200 } },
    score: 93,
    why: 'above the limit is clamped',
  },
  {
    change: { resources: { ...clean.resources, cpu_throttled_periods: 99 } },
    score: 97,
    why: 'more throttled than total is clamped',
  },
])('$change scores $score: $why', ({ change, score: expected }) => {
  const result = score({ ...clean, ...change });
  expect(result.score).toBe(expected);
  expect(result.defaulted).toEqual([]);
});

test.each([
  { change: { stages: [] }, what: ['error_rate'], why: 'no stage was executed' },
  { change: { stages: null }, what: ['error_rate'], why: 'the stages are not known' },
  { change: { baseline: null }, what: ['latency'], why: 'the first run of a workspace' },
  {
    change: { baseline: { p50_ms: 0, sample_count: 3 } },
    what: ['latency'],
    why: 'cannot divide by a median of 0',
  },
  { change: { baseline: { p50_ms: -4, sample_count: 3 } }, what: ['latency'], why: 'nor by a negative one' },
  { change: { baseline: { p50_ms: 5, sample_count: 0 } }, what: ['latency'], why: 'no runs, no median' },
  { change: { wall_ms: null }, what: ['latency'], why: 'no wall time' },
  { change: { resources: null }, what: ['resource_efficiency'], why: 'nothing was measured' },
  { change: { resources: {} }, what: ['resource_efficiency'], why: 'nothing was measured, field by field' },
  {
    change: { resources: { memory_peak_bytes: 0, memory_limit_bytes: 100 } },
    what: ['resource_efficiency.cpu'],
    why: 'one half is known',
  },
  {
    change: { resources: { ...clean.resources, memory_limit_bytes: 0 } },
    what: ['resource_efficiency.memory'],
    why: 'without a limit there is no share',
  },
  {
    change: { resources: { ...clean.resources, cpu_periods: 0 } },
    what: ['resource_efficiency.cpu'],
    why: 'no period passed',
  },
])('missing input counts 50 and is named: $why', ({ change, what }) => {
  const result = score({ ...clean, ...change });
  expect(result.defaulted.map((entry) => [entry.what, entry.value])).toEqual(what.map((name) => [name, 50]));
});

test.each([
  {
    weights: { completion: 25, error_rate: 25, latency: 25, resource_efficiency: 25 },
    kept: true,
    why: 'each above 0 and summing to 100',
  },
  {
    weights: { completion: 33.3, error_rate: 33.3, latency: 33.3, resource_efficiency: 0.1 },
    kept: true,
    why: 'decimals that sum to 100',
  },
  {
    weights: { completion: 100, error_rate: 0, latency: 0, resource_efficiency: 0 },
    kept: false,
    why: 'a weight of 0',
  },
  {
    weights: { completion: 50, error_rate: 25, latency: 25, resource_efficiency: 25 },
    kept: false,
    why: 'they sum to 125',
  },
  { weights: { completion: 50, error_rate: 50 }, kept: false, why: 'two are missing' },
  {
    weights: { completion: 25, error_rate: 25, latency: 25, resource_efficiency: '25' },
    kept: false,
    why: 'a weight is text',
  },
  {
    weights: { completion: 25, error_rate: 25, latency: 20, resource_efficiency: 25, speed: 5 },
    kept: false,
    why: 'a fifth axis',
  },
  { weights: 'heavy', kept: false, why: 'not even an object' },
])('weights are kept: $kept, because $why', ({ weights, kept }) => {
  const result = score({ ...clean, weights });
  expect(result.defaulted.map(({ what }) => what)).toEqual(kept ? [] : ['weights']);
  expect(result.weights).toEqual(
    kept ? weights : { completion: 40, error_rate: 30, latency: 20, resource_efficiency: 10 },
  );
});

test.each([
  { input: { ...clean, outcome: 'DONE' }, path: 'outcome' },
  { input: { ...clean, wall_ms: -1 }, path: 'wall_ms' },
  { input: { ...clean, wall_ms: Number.NaN }, path: 'wall_ms' },
  { input: { ...clean, stages: [{ name: 'a', attempts: 0, passed: true }] }, path: 'stages[0].attempts' },
  { input: { ...clean, stages: [{ name: 'a', attempts: 1 }] }, path: 'stages[0].passed' },
  { input: { ...clean, resources: { memory_peak_bytes: -1 } }, path: 'resources.memory_peak_bytes' },
  { input: { ...clean, wall_seconds: 4 }, path: 'wall_seconds' },
])('rejects malformed input at $path', ({ input, path }) => {
  expect(() => score(input)).toThrow(expect.objectContaining({ code: 'invalid_input', path }));
});

test('even invalid numbers give a score internally: a scorecard never fails a run', () => {
  const broken = {
    ...clean,
    wall_ms: Number.NaN,
    resources: { memory_peak_bytes: Number.POSITIVE_INFINITY, memory_limit_bytes: 1 },
  };
  expect(scorecardV2.compute(broken)).toMatchObject({ score: 85, axes: { latency: 50, resource_efficiency: 50 } });
});

const anyInput: fc.Arbitrary<ScorecardInput> = fc.record({
  outcome: fc.constantFrom('COMPLETED', 'BLOCKED', 'FAILED'),
  stages: fc.array(
    fc.record({ name: fc.string({ minLength: 1 }), attempts: fc.integer({ min: 1, max: 5 }), passed: fc.boolean() }),
    { maxLength: 30 },
  ),
  wall_ms: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
  baseline: fc.option(fc.record({ p50_ms: fc.double({ min: -10, max: 1e8, noNaN: true }), sample_count: fc.nat(20) })),
  resources: fc.option(
    fc.record({
      memory_peak_bytes: fc.option(fc.nat()),
      memory_limit_bytes: fc.option(fc.nat()),
      cpu_periods: fc.option(fc.nat()),
      cpu_throttled_periods: fc.option(fc.nat()),
    }),
  ),
});

test('the ledger and the score add up to 100 exactly, in any order', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const { score: points, ledger } = score(input);
      expect(ledger.reduce((all, entry) => all + entry.points, points)).toBe(100);
      expect(ledger.toReversed().reduce((all, entry) => all + entry.points, 0) + points).toBe(100);
      expect(ledger.every((entry) => entry.points > 0 || entry.reason === 'rounding')).toBe(true);
    }),
  );
});

test('every axis and the score are whole numbers from 0 to 100, and the tier matches the score', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const result = score(input);
      for (const value of [result.score, ...Object.values(result.axes)]) {
        expect(Number.isInteger(value) && value >= 0 && value <= 100).toBe(true);
      }
      expect(result.tier).toBe(scorecardTier(result.score));
    }),
  );
});

test('more time, more attempts or a worse outcome never raise the score', () => {
  fc.assert(
    fc.property(anyInput, fc.nat(1e6), (input, extra) => {
      const { score: before } = score(input);
      if (input.wall_ms != null)
        expect(score({ ...input, wall_ms: input.wall_ms + extra }).score).toBeLessThanOrEqual(before);
      expect(score({ ...input, outcome: 'FAILED' }).score).toBeLessThanOrEqual(before);
      const slower = (input.stages ?? []).map((stage) => ({ ...stage, attempts: stage.attempts + 1 }));
      expect(score({ ...input, stages: slower }).score).toBeLessThanOrEqual(before);
    }),
  );
});

test('the order of the stages and the unit of time do not matter', () => {
  fc.assert(
    fc.property(anyInput, fc.constantFrom(10, 1000), (input, scale) => {
      const { axes } = score(input);
      expect(score({ ...input, stages: input.stages?.toReversed() }).axes).toEqual(axes);
      if (input.wall_ms == null || input.baseline == null) return;
      const scaled = {
        wall_ms: Math.round(input.wall_ms) * scale,
        baseline: { ...input.baseline, p50_ms: Math.round(input.baseline.p50_ms) * scale },
      };
      const whole = {
        wall_ms: Math.round(input.wall_ms),
        baseline: { ...input.baseline, p50_ms: Math.round(input.baseline.p50_ms) },
      };
      expect(score({ ...input, ...scaled }).axes.latency).toBe(score({ ...input, ...whole }).axes.latency);
    }),
  );
});

test.each([
  { score: 0, tier: 'Bronze' },
  { score: 39, tier: 'Bronze' },
  { score: 40, tier: 'Silver' },
  { score: 69, tier: 'Silver' },
  { score: 70, tier: 'Gold' },
  { score: 89, tier: 'Gold' },
  { score: 90, tier: 'Elite' },
  { score: 100, tier: 'Elite' },
  { score: null, tier: 'Unranked' },
])('$score is $tier', ({ score: points, tier }) => {
  expect(scorecardTier(points)).toBe(tier);
});

test('the baseline is the median of the last 20 completed runs', () => {
  expect(latencyBaseline([])).toBeNull();
  expect(latencyBaseline([5, 1])).toEqual({ p50_ms: 3, sample_count: 2 });
  expect(latencyBaseline([...Array(50).fill(1_000_000), ...Array(19).fill(10), 30])).toEqual({
    p50_ms: 10,
    sample_count: 20,
  });
});
