import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ln, normalCdf, Z_80, Z_975 } from './normal.ts';

test('the logarithm agrees with the built-in one to the last bits', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e-300, max: 1e300, noNaN: true }),
      (x) => Math.abs(ln(x) - Math.log(x)) <= 1e-15 * Math.max(1, Math.abs(Math.log(x))),
    ),
  );
  expect(ln(1)).toBe(0);
});

// from tables of the normal distribution with 16 digits
test.each([
  { z: 0, p: 0.5 },
  { z: 1, p: 0.8413447460685429 },
  { z: -1, p: 0.15865525393145705 },
  { z: 2.5, p: 0.9937903346742238 },
  { z: -3, p: 0.0013498980316300933 },
  { z: -5, p: 2.866515718791939e-7 },
  { z: 6, p: 0.9999999990134123 },
  { z: -8, p: 6.220960574271785e-16 },
])('Φ($z) is $p', ({ z, p }) => {
  expect(Math.abs(normalCdf(z) - p)).toBeLessThanOrEqual(4e-16 + 1e-14 * Math.min(p, 1 - p));
});

test('Φ increases, stays within 0 and 1, and is symmetric', () => {
  const z = fc.double({ min: -40, max: 40, noNaN: true });
  fc.assert(
    fc.property(z, z, (a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      expect(normalCdf(low)).toBeLessThanOrEqual(normalCdf(high) + 1e-15);
      expect(normalCdf(a) + normalCdf(-a)).toBeCloseTo(1, 14);
      expect(normalCdf(a)).toBeGreaterThanOrEqual(0);
      expect(normalCdf(a)).toBeLessThanOrEqual(1);
    }),
  );
});

test('the quantiles agree with Φ', () => {
  expect(normalCdf(Z_975)).toBeCloseTo(0.975, 15);
  expect(normalCdf(Z_80)).toBeCloseTo(0.8, 15);
});
