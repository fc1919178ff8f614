import fc from 'fast-check';
import { expect, test } from 'vitest';
import { varyInputs } from './vary-inputs.ts';

test.each([
  { input: [3], among: [[4], [2], [0], [-3]] },
  { input: ['2024-01'], among: [['3135-12'], [''], ['2024-012024-01'], ['2024']] },
  { input: [true, 1], among: [[false, 1]] },
  { input: [[1, 2]], among: [[[2, 1]], [[1]], [[]], [[1, 2, 1, 2]], [[2, 2]]] },
  { input: [{ a: 1 }], among: [[{ a: 2 }]] },
])('varies $input', ({ input, among }) => {
  expect(varyInputs([input])).toEqual(expect.arrayContaining(among as unknown[]));
});

test('mixes the arguments of two calls', () => {
  expect(
    varyInputs([
      [1, 'a'],
      [50, 'b'],
    ]),
  ).toEqual(expect.arrayContaining([[50, 'a']]));
});

test('is bounded, deterministic, and never repeats an input', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 3 }), { maxLength: 8 }), (recorded) => {
      const varied = varyInputs(recorded);
      const keys = varied.map((input) => JSON.stringify(input));
      expect(keys.length).toBeLessThanOrEqual(150);
      expect(new Set([...keys, ...recorded.map((input) => JSON.stringify(input))]).size).toBe(
        keys.length + new Set(recorded.map((input) => JSON.stringify(input))).size,
      );
      expect(varyInputs(recorded)).toEqual(varied);
    }),
  );
});
