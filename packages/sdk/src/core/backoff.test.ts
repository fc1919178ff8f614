import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoff } from './backoff.ts';

test.each([
  { failures: 1, random: 0, ms: 50, why: 'at least half of the first wait' },
  { failures: 1, random: 1, ms: 100, why: 'at most the full wait' },
  { failures: 3, random: 1, ms: 400, why: 'doubles each time' },
  { failures: 9, random: 1, ms: 1000, why: 'never above the maximum' },
  { failures: 100_000, random: 0, ms: 500, why: 'does not overflow' },
])('after $failures failures $ms ms: $why', ({ failures, random, ms }) => {
  expect(backoff({ failures, first_ms: 100, most_ms: 1000, random: () => random })).toBe(ms);
});

test('the wait stays within its bounds and never gets shorter', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const wait = (count: number) => backoff({ failures: count, first_ms: 250, most_ms: 8000, random: () => random });
      expect(wait(failures)).toBeGreaterThanOrEqual(125);
      expect(wait(failures)).toBeLessThanOrEqual(8000);
      expect(wait(failures + 1)).toBeGreaterThanOrEqual(wait(failures));
    }),
  );
});
