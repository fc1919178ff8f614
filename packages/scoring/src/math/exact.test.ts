import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  add,
  clamp,
  compare,
  divide,
  floor,
  fraction,
  multiply,
  roundHalfUp,
  subtract,
  sum,
  toNumber,
} from './exact.ts';

const decimals = fc.double({ min: -1e6, max: 1e6, noNaN: true });

test('reads a double as the decimal that people wrote, so tenths add up', () => {
  expect(compare(add(fraction(0.1), fraction(0.2)), fraction(0.3))).toBe(0);
  expect(compare(sum([0.7, 0.2, 0.1].map(fraction)), fraction(1))).toBe(0);
});

test.each([
  { value: 0, num: 0n, den: 1n, why: 'zero' },
  { value: -3, num: -3n, den: 1n, why: 'whole numbers' },
  { value: 0.25, num: 25n, den: 100n, why: 'decimals are read as written' },
  { value: 1e-7, num: 1n, den: 10_000_000n, why: 'small numbers print with an exponent' },
  { value: -2.5e-9, num: -25n, den: 10_000_000_000n, why: 'a sign, decimals and an exponent together' },
  { value: 1e21, num: 10n ** 21n, den: 1n, why: 'large numbers print with an exponent' },
  {
    value: 2 ** 60,
    num: 1152921504606847000n,
    den: 1n,
    why: 'beyond 2^53 the shortest decimal still reads back as the same double',
  },
])('$value is $num/$den: $why', ({ value, num, den }) => {
  expect(fraction(value)).toEqual({ num, den });
});

test('a double survives a round trip', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
      (value) => toNumber(fraction(value)) === value + 0,
    ),
  );
});

test('the four operations undo each other', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      const [x, y] = [fraction(a), fraction(b)];
      expect(compare(subtract(add(x, y), y), x)).toBe(0);
      if (b !== 0) expect(compare(divide(multiply(x, y), y), x)).toBe(0);
    }),
  );
});

test.each([
  { value: 88.5, rounded: 89, floored: 88, why: 'a half rounds up' },
  { value: 88.49999999999999, rounded: 88, floored: 88, why: 'slightly below a half rounds down' },
  { value: 2.5, rounded: 3, floored: 2, why: 'no banker’s rounding' },
  { value: -0.5, rounded: 0, floored: -1, why: 'up is towards plus infinity' },
  { value: -1.2, rounded: -1, floored: -2, why: 'the floor of a negative number is below it' },
])('$value rounds to $rounded: $why', ({ value, rounded, floored }) => {
  expect(roundHalfUp(fraction(value)) + 0).toBe(rounded);
  expect(floor(fraction(value))).toBe(floored);
});

test('clamping keeps values inside and moves others to the nearer end', () => {
  fc.assert(
    fc.property(decimals, (value) => {
      const clamped = toNumber(clamp(fraction(value), fraction(0), fraction(100)));
      return clamped === Math.min(100, Math.max(0, value)) + 0;
    }),
  );
});
