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
  { why: 'keeps functions that assert', functions: [named('a', [], true), named('b')], kept: ['a'] },
  {
    why: 'keeps direct and indirect callers',
    functions: [named('a', ['b']), named('b', ['c']), named('S.c', [], true)],
    kept: ['a', 'b', 'S.c'],
  },
  { why: 'handles a cycle', functions: [named('m::a', ['b']), named('m::b', ['a'], true)], kept: ['m::a', 'm::b'] },
  { why: 'drops a cycle without assertions', functions: [named('a', ['b']), named('b', ['a'])], kept: [] },
])('$why', ({ functions, kept }) => {
  expect(assertingHelpers(functions).map(({ name }) => name)).toEqual(kept);
});
