import { expect, test } from 'vitest';
import { type SortValue, sortRows } from './sort-rows.ts';

test.each<{ values: SortValue[]; asc: SortValue[]; desc: SortValue[]; why: string }>([
  { values: [10, 9, 1], asc: [1, 9, 10], desc: [10, 9, 1], why: 'numbers by size' },
  { values: ['b', 'B', 'a'], asc: ['a', 'b', 'B'], desc: ['B', 'b', 'a'], why: 'text as people sort it' },
  { values: [null, 2, null, 1], asc: [1, 2, null, null], desc: [2, 1, null, null], why: 'nothing is last' },
])('sorts $why', ({ values, asc, desc }) => {
  const read = (value: SortValue) => value;
  expect(sortRows(values, { read, order: 'asc' })).toEqual(asc);
  expect(sortRows(values, { read, order: 'desc' })).toEqual(desc);
});

test('equal rows stay in their order', () => {
  const rows = [
    { name: 'b', count: 1 },
    { name: 'a', count: 1 },
  ];
  expect(sortRows(rows, { read: ({ count }) => count, order: 'desc' })).toEqual(rows);
});
