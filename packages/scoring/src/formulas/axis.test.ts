import type { AxisInput, Category, JudgedInteraction } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { axisV1 } from './axis.v1.ts';
import { axisV2 } from './axis.v2.ts';
import { axisSpeedV1 } from './axis-speed.v1.ts';

const v1 = (input: unknown) => compute(axisV1, input);
const v2 = (input: unknown) => compute(axisV2, input);

const call = (id: string, categories: Category[], change: Partial<JudgedInteraction> = {}): JudgedInteraction => ({
  id,
  categories,
  duration_ms: 100,
  context_bytes: 100,
  signals: { success: 1, weight: 1, relevance: 1 },
  ...change,
});

const perfect: AxisInput = {
  interactions: [call('a', ['environment']), call('b', ['service']), call('c', ['agent'])],
  necessity: { agent: 1 },
  goal: { checks: [{ grade: 10 }] },
};

test.each([
  { category: 'environment', bounds: [500, 2000, 5000, 10_000] },
  { category: 'service', bounds: [2000, 5000, 10_000, 25_000] },
  { category: 'agent', bounds: [2000, 5000, 15_000, 30_000] },
])('speed in $category goes 1, 0.9, 0.8, 0.6, 0.4, upper bounds inclusive', ({ category, bounds }) => {
  const values = [1, 0.9, 0.8, 0.6, 0.4];
  bounds.forEach((bound, i) => {
    expect(compute(axisSpeedV1, { category, duration_ms: bound }).value).toBe(values[i]);
    expect(compute(axisSpeedV1, { category, duration_ms: bound + 1 }).value).toBe(values[i + 1]);
  });
  expect(compute(axisSpeedV1, { category, duration_ms: null })).toMatchObject({ value: 1, tier: 'Unknown' });
});

test('all perfect is 100, Excellent, complete, with nothing lost', () => {
  for (const result of [v1(perfect), v2(perfect)]) {
    expect(result).toMatchObject({
      score: 100,
      band: 'Excellent',
      partial: false,
      insights: [],
      ledger: [],
      defaulted: [],
    });
  }
});

test('a call in environment and service uses the service bounds in both dimensions', () => {
  const { dimensions } = v2({
    ...perfect,
    interactions: [call('a', ['environment', 'service'], { duration_ms: 2000 })],
  });
  expect(dimensions.environment.signals).toMatchObject({ speed: 1 });
  expect(dimensions.service.signals).toMatchObject({ speed: 1 });
});

test('success is weighted by context size, with at least one byte', () => {
  const [small, large] = [
    call('a', ['environment'], { context_bytes: 0, signals: { success: 0 } }),
    call('b', ['environment'], { context_bytes: 3 }),
  ];
  expect(v2({ ...perfect, interactions: [small, large] }).dimensions.environment.signals['success']).toBe(0.75);
});

test('the agent dimension covers interactions of every category', () => {
  const { dimensions } = v2({
    ...perfect,
    interactions: [call('a', ['environment'], { signals: { success: 1, weight: 0.5, relevance: 0 } })],
  });
  expect(dimensions.agent).toMatchObject({ status: 'scored', interactions: 1, signals: { weight: 0.5, relevance: 0 } });
  expect(dimensions.agent.raw).toBeCloseTo(0.1 + 0.1 + 0.1 + 0 + 0.4, 12);
});

test('one very slow call among a hundred shows in version 2 and barely in version 1', () => {
  const interactions = Array.from({ length: 100 }, (_, i) =>
    call(`c${i}`, ['environment'], { duration_ms: i === 0 ? 60_000 : 10 }),
  );
  const speed = (result: ReturnType<typeof v2>) => result.dimensions.environment.signals['speed'] as number;
  expect(speed(v1({ ...perfect, interactions }))).toBeCloseTo((99 + 0.4 * 1.36) / (99 + 1.36), 12);
  expect(speed(v2({ ...perfect, interactions }))).toBeCloseTo((99 + 0.4 * 0.4 ** -4) / (99 + 0.4 ** -4), 12);
});

test('an empty category scores 100 in version 1 and is not applicable in version 2', () => {
  const input = {
    ...perfect,
    interactions: [call('a', ['environment'], { signals: { success: 0, weight: 1, relevance: 1 } })],
  };
  expect(v1(input).dimensions.service).toMatchObject({ status: 'scored', score: 100 });
  expect(v1(input).defaulted.map(({ what }) => what)).toContain('service');
  expect(v2(input).dimensions.service).toMatchObject({
    status: 'not_applicable',
    score: null,
    reason: 'the run has no service interaction',
  });
  expect(v2(input).partial).toBe(false);
});

test('redistributes the weight of inapplicable dimensions in proportion', () => {
  const input = { interactions: [], necessity: null, goal: { checks: [{ grade: 4 }] } };
  expect(v2(input)).toMatchObject({ score: 40, partial: false });
});

test.each([
  { input: { ...perfect, goal: null }, withheld: ['goal_achievement'], why: 'no rubric' },
  { input: { ...perfect, goal: { checks: [] } }, withheld: ['goal_achievement'], why: 'no check was graded' },
  { input: { ...perfect, necessity: null }, withheld: ['agent'], why: 'no judge of necessity' },
  {
    input: { ...perfect, interactions: perfect.interactions.map((i) => ({ ...i, signals: null })) },
    withheld: ['environment', 'service', 'agent'],
    why: 'no judge',
  },
])('$why: withheld with a reason, and the result is partial', ({ input, withheld }) => {
  const result = v2(input);
  const found = Object.entries(result.dimensions).filter(([, dimension]) => dimension.status === 'withheld');
  expect(found.map(([name]) => name)).toEqual(withheld);
  expect(found.every(([, dimension]) => dimension.reason)).toBe(true);
  expect(result).toMatchObject({ partial: true, score: 100 });
});

test('without any input there is no score, but a reason', () => {
  expect(v2({ interactions: [], necessity: null, goal: null })).toMatchObject({
    score: null,
    band: null,
    partial: true,
    reason: 'no dimension with a weight has a number',
    ledger: [],
  });
});

test('an unjudged interaction is left out, counted and named, never assumed perfect', () => {
  const interactions = [
    call('a', ['environment'], { signals: { success: 0.4, weight: 1, relevance: 1 } }),
    call('b', ['environment'], { signals: null }),
  ];
  const result = v2({ ...perfect, interactions });
  expect(result.dimensions.environment).toMatchObject({ interactions: 2, judged: 1, signals: { success: 0.4 } });
  expect(result.defaulted.map(({ what }) => what)).toContain('environment.success');
  expect(v1({ ...perfect, interactions }).dimensions.environment.signals['success']).toBe(0.7);
});

test.each([
  { checks: [{ grade: 7 }, { grade: 8 }], score: 75, why: 'equal shares' },
  { checks: [{ grade: 9, weight: 0.7 }, { grade: 6 }], score: 81, why: 'the second gets the remaining 0.3' },
  { checks: [{ grade: 10, weight: 0.5 }, { grade: 0 }, { grade: 5 }], score: 63, why: 'two share 0.5: 62.5 rounds up' },
  {
    checks: [
      { grade: 10, weight: 3 },
      { grade: 0, weight: 1 },
    ],
    score: 75,
    why: 'explicit weights need not sum to 1',
  },
  { checks: [{ grade: 10, weight: 1 }, { grade: 0 }], score: 100, why: 'nothing remains for the second' },
  { checks: [{ grade: 4.5 }], score: 45, why: 'grades may be fractions' },
])('goal achievement of $checks is $score: $why', ({ checks, score }) => {
  expect(v2({ ...perfect, goal: { checks } }).dimensions.goal_achievement.score).toBe(score);
});

test('a low dimension names its weakest weighted signal and its worst interactions', () => {
  const interactions = [
    call('fine', ['environment']),
    call('bad', ['environment'], { signals: { success: 0, weight: 1, relevance: 1 } }),
    call('worse', ['environment'], {
      context_bytes: 900,
      duration_ms: 60_000,
      signals: { success: 0, weight: 1, relevance: 1 },
    }),
  ];
  const { insights } = v2({ ...perfect, interactions });
  expect(insights[0]).toMatchObject({ dimension: 'environment', signal: 'success', refs: ['worse', 'bad'] });
});

test.each([
  { score: 49, band: 'Poor' },
  { score: 50, band: 'Fair' },
  { score: 74, band: 'Fair' },
  { score: 75, band: 'Good' },
  { score: 89, band: 'Good' },
  { score: 90, band: 'Excellent' },
])('$score is $band', ({ score, band }) => {
  const weights = { goal_achievement: 1, environment: 0, service: 0, agent: 0 };
  expect(v2({ interactions: [], necessity: null, goal: { checks: [{ grade: score / 10 }] }, weights })).toMatchObject({
    score,
    band,
  });
});

test.each([
  {
    input: { ...perfect, weights: { goal_achievement: 0.4, environment: 0.2, service: 0.2, agent: 0.1 } },
    path: 'weights',
    why: 'they sum to 0.9',
  },
  {
    input: { ...perfect, weights: { goal_achievement: 1, environment: 0, service: 0 } },
    path: 'weights.agent',
    why: 'one is missing',
  },
  {
    input: { ...perfect, weights: { goal_achievement: 1.2, environment: -0.2, service: 0, agent: 0 } },
    path: 'weights.environment',
    why: 'negative',
  },
  {
    input: { ...perfect, interactions: [call('a', ['agent']), call('a', ['agent'])] },
    path: 'interactions[1].id',
    why: 'the same id twice',
  },
  { input: { ...perfect, interactions: [call('a', [])] }, path: 'interactions[0].categories', why: 'no category' },
  {
    input: { ...perfect, interactions: [call('a', ['agent'], { duration_ms: -5 })] },
    path: 'interactions[0].duration_ms',
    why: 'time backwards',
  },
  {
    input: { ...perfect, interactions: [call('a', ['agent'], { signals: { success: 1.5 } })] },
    path: 'interactions[0].signals.success',
    why: 'above 1',
  },
  { input: { ...perfect, goal: { checks: [{ grade: 11 }] } }, path: 'goal.checks[0].grade', why: 'above 10' },
])('rejected at $path: $why', ({ input, path }) => {
  expect(() => v2(input)).toThrow(expect.objectContaining({ code: 'invalid_input', path }));
});

test('accepts weights that sum to 1 within a thousandth', () => {
  expect(
    v2({ ...perfect, weights: { goal_achievement: 0.401, environment: 0.2, service: 0.2, agent: 0.2 } }).score,
  ).toBe(100);
});

const ratio = fc.integer({ min: 0, max: 20 }).map((n) => n / 20);
const interaction = fc.record({
  categories: fc.constantFrom<Category[]>(['environment'], ['service'], ['agent'], ['environment', 'service']),
  duration_ms: fc.option(fc.nat(60_000)),
  context_bytes: fc.nat(100_000),
  signals: fc.option(fc.record({ success: ratio, weight: ratio, relevance: ratio }), { freq: 8 }),
});
const anyInput: fc.Arbitrary<AxisInput> = fc.record({
  interactions: fc.array(interaction, { maxLength: 60 }).map((list) => list.map((one, i) => ({ ...one, id: `i${i}` }))),
  necessity: fc.option(fc.record({ agent: ratio })),
  goal: fc.option(
    fc.record({ checks: fc.array(fc.record({ grade: fc.nat(10), weight: fc.option(ratio) }), { maxLength: 5 }) }),
  ),
});

test.each([
  { name: 'version 1', axis: v1 },
  { name: 'version 2', axis: v2 },
])('$name: whole numbers from 0 to 100, and the ledger adds up exactly', ({ axis }) => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const { score, ledger, dimensions } = axis(input);
      for (const value of [score, ...Object.values(dimensions).map((dimension) => dimension.score)]) {
        expect(value === null || (Number.isInteger(value) && value >= 0 && value <= 100)).toBe(true);
      }
      if (score !== null) expect(ledger.reduce((all, entry) => all + entry.points, 0) + score).toBe(100);
    }),
  );
});

test('the order of interactions does not matter, to the last bit', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const { score, dimensions } = v2(input);
      const reversed = v2({ ...input, interactions: input.interactions.toReversed() });
      expect({ score: reversed.score, dimensions: reversed.dimensions }).toEqual({ score, dimensions });
    }),
  );
});

test('only the proportions of context sizes count', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const sized = (scale: number) => ({
        ...input,
        interactions: input.interactions.map((one) => ({ ...one, context_bytes: (one.context_bytes + 1) * scale })),
      });
      expect(v2(sized(8)).dimensions).toEqual(v2(sized(1)).dimensions);
    }),
  );
});

test('a better signal or a faster call never lowers a dimension', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const better = input.interactions.map((one) => ({
        ...one,
        signals: one.signals && { ...one.signals, success: 1 },
      }));
      const quicker = input.interactions.map((one) => ({ ...one, duration_ms: one.duration_ms === null ? null : 0 }));
      const before = v2(input).dimensions;
      for (const after of [
        v2({ ...input, interactions: better }).dimensions,
        v2({ ...input, interactions: quicker }).dimensions,
      ]) {
        for (const name of ['environment', 'service', 'agent'] as const) {
          expect(after[name].score ?? -1).toBeGreaterThanOrEqual(before[name].score ?? -1);
        }
      }
    }),
  );
});

test('a weight of 0 removes a dimension from the result', () => {
  const weights = { goal_achievement: 0.5, environment: 0.5, service: 0, agent: 0 };
  fc.assert(
    fc.property(anyInput, ratio, (input, necessity) => {
      expect(v2({ ...input, weights }).score).toBe(v2({ ...input, weights, necessity: { agent: necessity } }).score);
    }),
  );
});
