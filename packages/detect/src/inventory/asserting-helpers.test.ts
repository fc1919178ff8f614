import { expect, test } from 'vitest';
import { assertingHelpers } from './asserting-helpers.ts';

const named = (name: string, calls: readonly string[] = [], asserts = false) => ({
  name,
  line: 1,
  assertions: asserts
    ? [
        {
          line: 1,
          text: 'x',
          subject: 'x',
          expected: null,
          strength: 'truthy' as const,
          negated: false,
          tolerance: null,
        },
      ]
    : [],
  calls: [...calls],
});

test.each([
  { why: 'what asserts', functions: [named('a', [], true), named('b')], kept: ['a'] },
  {
    why: 'what hands on, however far',
    functions: [named('a', ['b']), named('b', ['c']), named('S.c', [], true)],
    kept: ['a', 'b', 'S.c'],
  },
  { why: 'a circle has an end', functions: [named('m::a', ['b']), named('m::b', ['a'], true)], kept: ['m::a', 'm::b'] },
  { why: 'a circle that asserts nothing is none', functions: [named('a', ['b']), named('b', ['a'])], kept: [] },
])('$why', ({ functions, kept }) => {
  expect(assertingHelpers(functions).map(({ name }) => name)).toEqual(kept);
});
