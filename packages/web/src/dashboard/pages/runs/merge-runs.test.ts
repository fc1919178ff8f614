import type { RunSummary } from '@assay/schema/api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeNewest, replaceRun } from './merge-runs.ts';
import type { RunListPage } from './runs-query.ts';

// a run by number; higher is newer
const run = (number: number, fields: Partial<RunSummary> = {}): RunSummary =>
  ({
    run_id: `run_${String(number).padStart(4, '0')}`,
    created_at: new Date(number * 1_000).toISOString(),
    status: 'running',
    ...fields,
  }) as RunSummary;

const part = (numbers: readonly number[], next: string | null = 'more'): RunListPage => ({
  items: numbers.map((number) => run(number)),
  next,
});

const numbers = (parts: readonly RunListPage[]): number[] =>
  parts.flatMap(({ items }) => items.map(({ run_id }) => Number(run_id.slice(4))));

test.each([
  { had: [[3, 2, 1]], newest: [4, 3, 2], now: [4, 3, 2, 1], why: 'a new run comes first' },
  { had: [[3, 2, 1]], newest: [3, 2, 1], now: [3, 2, 1], why: 'nothing new' },
  {
    had: [
      [6, 5],
      [4, 3],
    ],
    newest: [7, 6],
    now: [7, 6, 5, 4, 3],
    why: 'older pages stay',
  },
  { had: [[3, 2, 1]], newest: [3, 1], now: [3, 1], why: 'a run that no longer matches is removed' },
  { had: [[3, 2, 1]], newest: [9, 8, 7], now: [9, 8, 7], why: 'the list starts over after a gap' },
])('$had merged with $newest gives $now: $why', ({ had, newest, now }) => {
  expect(
    numbers(
      mergeNewest(
        had.map((items) => part(items)),
        part(newest),
      ),
    ),
  ).toEqual(now);
});

test('a fresh page without a next page replaces the list', () => {
  expect(mergeNewest([part([2, 1])], part([3], null))).toEqual([part([3], null)]);
});

test('never lists a run twice and keeps the order', () => {
  const lists = fc
    .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 })
    .map((all) => all.toSorted((a, b) => b - a));
  fc.assert(
    fc.property(lists, lists, (had, came) => {
      const found = numbers(mergeNewest([part(had.slice(0, 5)), part(had.slice(5))], part(came)));
      expect(found).toEqual([...new Set(found)].toSorted((a, b) => b - a));
      expect(found.slice(0, came.length)).toEqual(came);
    }),
  );
});

test('keeps the end of the list', () => {
  const merged = mergeNewest([part([3, 2], 'older'), part([1], null)], part([4, 3]));
  expect(merged.at(-1)?.next).toBeNull();
});

test('replaces a run in place and does not add an unknown one', () => {
  const [first] = replaceRun([part([2, 1])], run(1, { status: 'finished' }));
  expect(first?.items.map(({ status }) => status)).toEqual(['running', 'finished']);
  const parts = [part([2, 1])];
  expect(replaceRun(parts, run(9))).toBe(parts);
});
