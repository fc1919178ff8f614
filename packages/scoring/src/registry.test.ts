import { AssayError } from '@assay/schema';
import { expect, test } from 'vitest';
import { FORMULAS, findFormulas, score } from './registry.ts';

const named = FORMULAS.map((formula) => ({ reference: `${formula.id}@${formula.version}`, formula }));

test('every formula is in the list once', () => {
  expect(new Set(named.map(({ reference }) => reference)).size).toBe(FORMULAS.length);
});

test.each(named)('$reference computes its example, and the result matches its schema', ({ reference, formula }) => {
  const result = score(reference, formula.example);
  expect(result).toMatchObject({ formula: formula.id, formula_version: formula.version });
  expect(formula.output.safeParse(result).error).toBeUndefined();
  expect(JSON.parse(JSON.stringify(result))).toEqual(result);
});

test.each(named)('$reference does not touch its input, and gives the same bytes twice', ({ reference, formula }) => {
  const before = JSON.stringify(formula.example);
  const first = JSON.stringify(score(reference, formula.example));
  expect(JSON.stringify(score(reference, formula.example))).toBe(first);
  expect(JSON.stringify(formula.example)).toBe(before);
});

test.each(named)('$reference refuses what is no input, with a problem and never a number', ({ reference }) => {
  for (const nonsense of [null, 7, 'x', [], [[]], { nonsense: true }]) {
    expect(() => score(reference, nonsense)).toThrow(AssayError);
  }
});

test.each([
  { reference: 'scorecard', versions: ['2'] },
  { reference: 'axis', versions: ['1', '2', '3'] },
  { reference: 'axis@1', versions: ['1'] },
])('$reference refers to versions $versions', ({ reference, versions }) => {
  expect(findFormulas(reference).map(({ version }) => version)).toEqual(versions);
});

test.each(['', 'nope', 'axis@4', 'axis@', 'axis@1@2', 'AXIS', '__proto__'])(
  '"%s" is no formula, and the error lists the known ones',
  (reference) => {
    expect(() => score(reference, {})).toThrow(
      expect.objectContaining({ code: 'unknown_formula', message: expect.stringMatching(/expected/) }),
    );
  },
);

test('uses the newest version by default', () => {
  const { example } = findFormulas('axis@3')[0] ?? {};
  expect(score('axis', example)).toEqual(score('axis@3', example));
});
