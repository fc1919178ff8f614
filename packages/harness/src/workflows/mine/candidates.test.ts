import { expect, test } from 'vitest';
import { type Candidate, rankOf } from './candidates.ts';

const DATE = '2026-01-01T00:00:00Z';

const rank = (test_lines: number, message = 'Round half up'): number =>
  rankOf(
    {
      commit: { id: 'a', parent: 'b', date: DATE, message },
      trees: { before: 'b', after: 'a' },
      split: { tests: [], runnable: ['test/a.js'], rest: [], source: [] },
      ...{ files: 1, lines: 1, test_lines, locks: '' },
    } satisfies Candidate,
    { installed: new Set(), newest: DATE },
  );

test('tests that ask for little, and messages that say nothing, come last', () => {
  expect(rank(3)).toBeLessThan(rank(2));
  expect(rank(2)).toBeLessThan(rank(0));
  expect(rank(3, 'Fix: #322 (#342)')).toBe(rank(0));
});
