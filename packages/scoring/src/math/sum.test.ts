import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, fraction, toNumber, ZERO } from './exact.ts';
import { mean, sum } from './sum.ts';

const numbers = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { maxLength: 60 });

test('the order of the terms does not matter, to the last bit', () => {
  fc.assert(
    fc.property(
      numbers.chain((terms) => fc.tuple(fc.constant(terms), fc.shuffledSubarray(terms, { minLength: terms.length }))),
      ([a, b]) => Object.is(sum(a) + 0, sum(b) + 0),
    ),
  );
});

test('is the exact sum, rounded once', () => {
  // integers over a power of two, so that the decimal fractions below are the same numbers
  const dyadic = fc.array(
    fc.integer({ min: -(2 ** 30), max: 2 ** 30 }).map((n) => n / 1024),
    { maxLength: 60 },
  );
  fc.assert(fc.property(dyadic, (terms) => sum(terms) + 0 === toNumber(terms.map(fraction).reduce(add, ZERO)) + 0));
});

test.each([
  { terms: [], total: 0, why: 'nothing' },
  {
    terms: [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1],
    total: 1,
    why: 'ten tenths, where plain addition says 0.9999999999999999',
  },
  { terms: [1e100, 1, -1e100], total: 1, why: 'cancels without residue' },
  { terms: [2 ** 53, 1, 2 ** -60], total: 2 ** 53 + 2, why: 'a tie is broken by the next term' },
])('$terms sum to $total: $why', ({ terms, total }) => {
  expect(sum(terms)).toBe(total);
});

test('the mean of nothing is null', () => {
  expect(mean([])).toBeNull();
  expect(mean([1, 2, 6])).toBe(3);
});
