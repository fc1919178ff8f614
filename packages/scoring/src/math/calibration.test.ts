import fc from 'fast-check';
import { expect, test } from 'vitest';
import { continuousLogNormal, logNormal } from './calibration.ts';

test.each([
  { raw: 0.35, score: 19 },
  { raw: 0.5, score: 50 },
  { raw: 0.7, score: 80 },
  { raw: 0.9, score: 93 },
])('version 1 maps a raw $raw to $score, as published', ({ raw, score }) => {
  expect(Math.round(logNormal(raw))).toBe(score);
});

test('in version 1, 97 to 99 cannot occur', () => {
  expect(logNormal(1 - Number.EPSILON / 2)).toBeLessThan(96);
  expect(logNormal(1)).toBe(100);
});

test('in version 2 a raw 0.5 is exactly 50, and the curve reaches 100 without a jump', () => {
  expect(continuousLogNormal(0.5)).toBe(50);
  expect(continuousLogNormal(1 - 2 ** -40)).toBeCloseTo(100, 9);
  expect(continuousLogNormal(1)).toBe(100);
});

const raw = fc.double({ min: 0, max: 1, noNaN: true });

test.each([
  { name: 'version 1', curve: logNormal },
  { name: 'version 2', curve: continuousLogNormal },
])('$name stays within 0 and 100 and never decreases', ({ curve }) => {
  expect(curve(0)).toBe(0);
  fc.assert(
    fc.property(raw, raw, (a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      expect(curve(low)).toBeGreaterThanOrEqual(0);
      expect(curve(high)).toBeLessThanOrEqual(100);
      expect(curve(low)).toBeLessThanOrEqual(curve(high) + 1e-12);
    }),
  );
});
