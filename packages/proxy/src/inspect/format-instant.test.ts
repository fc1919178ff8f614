import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createInstantFormatter } from './format-instant.ts';

test('formats like Date.toISOString, in any order of calls', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 4e12, noNaN: true }),
      fc.array(fc.double({ min: 0, max: 5_000, noNaN: true })),
      (origin, moments) => {
        const formatInstant = createInstantFormatter(origin);
        for (const at of moments) expect(formatInstant(at)).toBe(new Date(origin + at).toISOString());
      },
    ),
  );
});
