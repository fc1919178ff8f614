import type { AxisInput, Category, JudgedInteraction } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { axisV1 } from './axis.v1.ts';
import { axisV2 } from './axis.v2.ts';
import { axisV3 } from './axis.v3.ts';

const VERSIONS = { v1: axisV1, v2: axisV2, v3: axisV3 };
const v3 = (input: unknown) => compute(axisV3, input);

/** The duration of a service call for each tier, fastest first. */
const TIER_MS = { excellent: 100, good: 4000, fair: 8000, slow: 20_000, very_slow: 60_000 };
type Tier = keyof typeof TIER_MS;
type Mix = Partial<Record<Tier, number>>;

const calls = (mix: Mix, categories: Category[] = ['service']): JudgedInteraction[] =>
  Object.entries(mix).flatMap(([tier, count]) =>
    Array.from({ length: count }, (_, i) => ({
      id: `${tier}-${i}`,
      categories,
      duration_ms: TIER_MS[tier as Tier],
      context_bytes: 100,
      signals: { success: 1, weight: 1, relevance: 1 },
    })),
  );

const inputOf = (interactions: JudgedInteraction[]): AxisInput => ({
  interactions,
  necessity: { agent: 1 },
  goal: { checks: [{ grade: 10 }] },
});
const serviceOf = (version: keyof typeof VERSIONS, mix: Mix) =>
  compute(VERSIONS[version], inputOf(calls(mix))).dimensions.service;

test.each([
  { mix: { excellent: 100 }, v1: 100, v2: 100, v3: 100, why: 'all fast' },
  { mix: { excellent: 99, very_slow: 1 }, v1: 96, v2: 98, v3: 96, why: 'one very slow call among a hundred' },
  { mix: { excellent: 99, slow: 1 }, v1: 96, v2: 100, v3: 98, why: 'one slow call among a hundred' },
  { mix: { excellent: 99, fair: 1 }, v1: 96, v2: 100, v3: 99, why: 'one fair call among a hundred' },
  { mix: { excellent: 99, good: 1 }, v1: 96, v2: 100, v3: 99, why: 'one good call among a hundred' },
  { mix: { excellent: 999, very_slow: 1 }, v1: 96, v2: 100, v3: 97, why: 'one very slow call among a thousand' },
  { mix: { excellent: 9, very_slow: 1 }, v1: 95, v2: 94, v3: 95, why: 'one very slow call among ten' },
  { mix: { good: 9, very_slow: 1 }, v1: 95, v2: 95, v3: 95, why: 'slower calls around it raise only version 2' },
  { mix: { excellent: 5, very_slow: 5 }, v1: 93, v2: 93, v3: 93, why: 'half of them very slow' },
  { mix: { very_slow: 10 }, v1: 89, v2: 92, v3: 92, why: 'all very slow' },
])('$why: service is $v1, $v2 and $v3 in versions 1, 2 and 3', ({ mix, ...expected }) => {
  for (const version of ['v1', 'v2', 'v3'] as const) {
    expect({ version, score: serviceOf(version, mix).score }).toEqual({ version, score: expected[version] });
  }
});

test('equally slow calls give exactly their speed', () => {
  for (const [tier, value] of [
    ['good', 0.9],
    ['fair', 0.8],
    ['slow', 0.6],
    ['very_slow', 0.4],
  ] as const) {
    expect(serviceOf('v3', { [tier]: 7 }).signals['speed']).toBe(value);
  }
});

test('ten times as many fast calls reduce the cost of a slow one by a fifth', () => {
  const lossAmong = (count: number) =>
    1 - Number(serviceOf('v3', { excellent: count - 1, very_slow: 1 }).signals['speed']);
  for (const count of [1, 10, 100]) expect(lossAmong(count * 10) / lossAmong(count)).toBeCloseTo(10 ** -0.1, 12);
});

test('attributes lost speed to the slow calls', () => {
  const { ledger } = v3(inputOf(calls({ excellent: 98, slow: 1, very_slow: 1 })));
  const service = ledger.filter(({ reason }) => reason.startsWith('service: speed'));
  expect(service.map(({ ref }) => ref)).toEqual(['very_slow-0', 'slow-0']);
});

test.each([
  { name: 'Excellent', raw_grade: 10, score: 100 },
  { name: 'half', raw_grade: 5, score: 50 },
])('a goal achieved to $raw_grade of 10 is $score, as before', ({ raw_grade, score }) => {
  const input = { ...inputOf([]), necessity: null, goal: { checks: [{ grade: raw_grade }] } };
  expect(v3(input).score).toBe(score);
});

const tiers = Object.keys(TIER_MS) as Tier[];
const anyMix = fc.record(
  Object.fromEntries(tiers.map((tier) => [tier, fc.nat(60)])) as Record<Tier, fc.Arbitrary<number>>,
);
const isFilled = (mix: Mix) => Object.values(mix).some((count) => count > 0);
const speedOf = (mix: Mix) => Number(serviceOf('v3', mix).signals['speed']);

test('a call that gets slower never raises the speed', () => {
  fc.assert(
    fc.property(anyMix.filter(isFilled), fc.nat(3), (mix, place) => {
      const [fast, slow] = [tiers[place] as Tier, tiers[place + 1] as Tier];
      fc.pre(mix[fast] > 0);
      const slower = { ...mix, [fast]: mix[fast] - 1, [slow]: mix[slow] + 1 };
      expect(speedOf(slower)).toBeLessThanOrEqual(speedOf(mix));
    }),
  );
});

test('version 2 violates that property: slower calls around a very slow one raise its speed', () => {
  const speed = (mix: Mix) => Number(serviceOf('v2', mix).signals['speed']);
  expect(speed({ good: 9, very_slow: 1 })).toBeGreaterThan(speed({ excellent: 9, very_slow: 1 }));
});

test('one more fast call never lowers the speed, one more very slow call never raises it', () => {
  fc.assert(
    fc.property(anyMix.filter(isFilled), (mix) => {
      expect(speedOf({ ...mix, excellent: mix.excellent + 1 })).toBeGreaterThanOrEqual(speedOf(mix));
      expect(speedOf({ ...mix, very_slow: mix.very_slow + 1 })).toBeLessThanOrEqual(speedOf(mix));
    }),
  );
});

test('the speed is between that of the slowest call and the mean', () => {
  const value = { excellent: 1, good: 0.9, fair: 0.8, slow: 0.6, very_slow: 0.4 };
  fc.assert(
    fc.property(anyMix.filter(isFilled), (mix) => {
      const present = tiers.filter((tier) => mix[tier] > 0);
      const count = present.reduce((all, tier) => all + mix[tier], 0);
      const mean = present.reduce((all, tier) => all + mix[tier] * value[tier], 0) / count;
      expect(speedOf(mix)).toBeGreaterThanOrEqual(Math.min(...present.map((tier) => value[tier])) - 1e-12);
      expect(speedOf(mix)).toBeLessThanOrEqual(mean + 1e-12);
    }),
  );
});

test('every score from 92 to 100 can occur, so the scale has no gap at the top', () => {
  const found = new Set<number | null>();
  for (const tier of tiers) {
    for (let fast = 0; fast < 1e4; fast = fast * 2 + 1)
      found.add(serviceOf('v3', { excellent: fast, [tier]: 1 }).score);
  }
  expect([...found].toSorted((a, b) => Number(a) - Number(b))).toEqual([92, 93, 94, 95, 96, 97, 98, 99, 100]);
});

const ratio = fc.integer({ min: 0, max: 20 }).map((n) => n / 20);
const anyInput: fc.Arbitrary<AxisInput> = fc.record({
  interactions: fc
    .array(
      fc.record({
        categories: fc.constantFrom<Category[]>(['environment'], ['service'], ['agent'], ['environment', 'service']),
        duration_ms: fc.option(fc.nat(60_000)),
        context_bytes: fc.nat(100_000),
        signals: fc.option(fc.record({ success: ratio, weight: ratio, relevance: ratio }), { freq: 8 }),
      }),
      { maxLength: 60 },
    )
    .map((list) => list.map((one, i) => ({ ...one, id: `i${i}` }))),
  necessity: fc.option(fc.record({ agent: ratio })),
  goal: fc.option(fc.record({ checks: fc.array(fc.record({ grade: fc.nat(10) }), { maxLength: 5 }) })),
});

test('gives whole numbers from 0 to 100, a ledger that adds up exactly, and ignores order', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const result = v3(input);
      for (const { score } of Object.values(result.dimensions)) {
        expect(score === null || (Number.isInteger(score) && score >= 0 && score <= 100)).toBe(true);
      }
      if (result.score !== null)
        expect(result.ledger.reduce((all, { points }) => all + points, 0) + result.score).toBe(100);
      const reversed = v3({ ...input, interactions: input.interactions.toReversed() });
      expect(reversed.dimensions).toEqual(result.dimensions);
    }),
  );
});

test('only the speed differs from version 2: without durations both are equal', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const untimed = { ...input, interactions: input.interactions.map((one) => ({ ...one, duration_ms: null })) };
      const { formula_version: _, ...second } = compute(axisV2, untimed);
      expect(v3(untimed)).toEqual({ ...second, formula_version: '3' });
    }),
  );
});
