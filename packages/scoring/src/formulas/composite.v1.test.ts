import type { CompositeInput } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { compositeV1 } from './composite.v1.ts';

const composite = (input: unknown) => compute(compositeV1, input);
const checks = { passed: 8, total: 10 };

test.each([
  { input: { checks }, composite: 0.8, why: 'checks alone' },
  { input: { checks, judge: 0.5 }, composite: 0.68, why: '0.6·0.8 + 0.4·0.5' },
  { input: { checks, judge: 0 }, composite: 0.48, why: 'a grade of 0 counts' },
  { input: { checks: { passed: 0, total: 0 } }, composite: 1, why: 'no checks, none failed' },
  {
    input: { checks, cost: { tokens: 50 }, reference: { tokens: 100 } },
    composite: 0.85,
    why: 'half the tokens earn 0.05',
  },
  {
    input: { checks, cost: { tokens: 150 }, reference: { tokens: 100 } },
    composite: 0.75,
    why: '50 % more tokens cost 0.05',
  },
  { input: { checks, cost: { tokens: 900 }, reference: { tokens: 100 } }, composite: 0.7, why: 'never more than 0.1' },
  {
    input: { checks, cost: { tokens: 0 }, reference: { tokens: 100 } },
    composite: 0.9,
    why: 'no cost earns the full bonus',
  },
  { input: { checks, cost: { tokens: 0 }, reference: { tokens: 0 } }, composite: 0.8, why: '0 of 0 is no change' },
  {
    input: { checks, cost: { tokens: 5 }, reference: { tokens: 0 } },
    composite: 0.7,
    why: 'any cost instead of none counts as double',
  },
  {
    input: { checks, cost: { tokens: 50, steps: 10 }, reference: { tokens: 100, wall_ms: 5 } },
    composite: 0.85,
    why: 'uses only what both sides have',
  },
  {
    input: { checks, cost: { tokens: 50, steps: 15 }, reference: { tokens: 100, steps: 10 } },
    composite: 0.8,
    why: 'ratios are averaged: 0.5 and 1.5',
  },
  { input: { checks, cost: { tokens: 50 }, reference: null }, composite: 0.8, why: 'no reference, no adjustment' },
  {
    input: { checks: { passed: 10, total: 10 }, cost: { tokens: 1 }, reference: { tokens: 2 } },
    composite: 1,
    why: 'no more than 1',
  },
  {
    input: { checks: { passed: 0, total: 10 }, cost: { tokens: 4 }, reference: { tokens: 2 } },
    composite: 0,
    why: 'no less than 0',
  },
])('$input is $composite: $why', ({ input, composite: expected }) => {
  expect(composite(input).composite).toBe(expected);
});

test('names what was missing', () => {
  expect(composite({ checks: { passed: 0, total: 0 } }).defaulted.map(({ what }) => what)).toEqual([
    'checks',
    'judge',
    'cost',
  ]);
});

test.each([
  { input: { checks: { passed: 3, total: 2 } }, path: 'checks.passed', why: 'more passed than exist' },
  { input: { checks: { passed: -1, total: 2 } }, path: 'checks.passed', why: 'negative' },
  { input: { checks: { passed: 0.5, total: 2 } }, path: 'checks.passed', why: 'half a check' },
  { input: { checks, judge: 1.1 }, path: 'judge', why: 'above 1' },
  { input: { checks, cost: { tokens: -4 } }, path: 'cost.tokens', why: 'negative' },
  { input: { checks, cost: { dollars: 4 } }, path: 'cost.dollars', why: 'unknown' },
  { input: {}, path: 'checks', why: 'missing' },
])('rejected at $path: $why', ({ input, path }) => {
  expect(() => composite(input)).toThrow(expect.objectContaining({ code: 'invalid_input', path }));
});

const consumption = fc.record({
  tokens: fc.option(fc.nat(1e6)),
  tool_calls: fc.option(fc.nat(500)),
  steps: fc.option(fc.nat(500)),
  wall_ms: fc.option(fc.nat(1e7)),
});
const anyInput: fc.Arbitrary<CompositeInput> = fc.record({
  checks: fc.nat(50).chain((total) => fc.record({ total: fc.constant(total), passed: fc.nat(total) })),
  judge: fc.option(fc.integer({ min: 0, max: 100 }).map((n) => n / 100)),
  cost: fc.option(consumption),
  reference: fc.option(consumption),
});

test('stays within 0 and 1, and the ledger adds up exactly', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const result = composite(input);
      expect(result.composite).toBeGreaterThanOrEqual(0);
      expect(result.composite).toBeLessThanOrEqual(1);
      expect(result.ledger.reduce((all, { points }) => all + points, 0) + result.composite).toBe(1);
    }),
  );
});

test('one more passed check, a better judge grade or a cheaper run never lowers it', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const before = composite(input).composite;
      const { passed, total } = input.checks;
      expect(
        composite({ ...input, checks: { passed: Math.min(passed + 1, total), total } }).composite,
      ).toBeGreaterThanOrEqual(before);
      if (input.judge != null) expect(composite({ ...input, judge: 1 }).composite).toBeGreaterThanOrEqual(before);
      if (input.cost?.tokens != null)
        expect(composite({ ...input, cost: { ...input.cost, tokens: 0 } }).composite).toBeGreaterThanOrEqual(before);
    }),
  );
});

test('a run that costs what its reference costs is not adjusted, in any unit', () => {
  fc.assert(
    fc.property(anyInput, consumption, (input, cost) => {
      expect(composite({ ...input, cost, reference: cost }).cost_adjustment).toBe(0);
    }),
  );
});
