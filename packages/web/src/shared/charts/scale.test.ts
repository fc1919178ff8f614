import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeScale, positionOn } from './scale.ts';

test.each([
  { values: [], ticks: [0, 0.5, 1], why: 'without values, the whole range' },
  { values: [0, 1], ticks: [0, 0.5, 1], why: 'the whole range' },
  { values: [0.5, 0.71], ticks: [0.4, 0.5, 0.6, 0.7, 0.8], why: 'round numbers around the values' },
  { values: [0.8, 0.83], ticks: [0.79, 0.8, 0.81, 0.82, 0.83, 0.84], why: 'a small difference is visible' },
  { values: [0.5], ticks: [0.49, 0.5, 0.51], why: 'room on both sides of a single value' },
  { values: [1, 1], ticks: [0.99, 1], why: 'the maximum is 1' },
])('$values → $ticks: $why', ({ values, ticks }) => {
  expect(computeScale(values).ticks).toEqual(ticks);
});

test('a scale includes its values, and positions stay within the margins', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 9 }), (values) => {
      const scale = computeScale(values);
      expect(scale.low).toBeLessThanOrEqual(Math.min(...values));
      expect(scale.high).toBeGreaterThanOrEqual(Math.max(...values));
      expect(scale.ticks.length).toBeLessThanOrEqual(8);
      for (const value of values) {
        const place = Number.parseFloat(positionOn(scale, value));
        expect(place >= 2 && place <= 98).toBe(true);
      }
    }),
  );
});
