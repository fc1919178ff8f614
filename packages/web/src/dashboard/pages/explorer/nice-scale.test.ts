import fc from 'fast-check';
import { expect, test } from 'vitest';
import { niceScale } from './nice-scale.ts';

test.each([
  { most: 0, ticks: [0, 1], why: 'zero has a scale too' },
  { most: 0.0051, ticks: [0, 0.002, 0.004, 0.006], why: 'a fraction of a cent' },
  { most: 0.3, ticks: [0, 0.1, 0.2, 0.3], why: 'ticks are exact' },
  { most: 1, ticks: [0, 0.25, 0.5, 0.75, 1], why: 'the maximum is included' },
  { most: 37, ticks: [0, 10, 20, 30, 40], why: 'above one' },
])('up to $most: $why', ({ most, ticks }) => {
  expect(niceScale(most).ticks).toEqual(ticks);
});

test('the scale includes any amount and has at most 6 ticks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e12 }), (micros) => {
      const { high, ticks } = niceScale(micros / 1e6);
      expect(high).toBeGreaterThanOrEqual(micros / 1e6);
      expect([ticks[0], ticks.at(-1)]).toEqual([0, high]);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }),
  );
});
