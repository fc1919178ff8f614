import { expect, test } from 'vitest';
import { evenRows, unevenRows } from './row-layout.ts';

test.each([
  { y: 0, row: 0 },
  { y: 9.5, row: 0 },
  { y: 10, row: 1 },
  { y: 29, row: 2 },
  { y: 1_000, row: 2 },
  { y: -5, row: 0 },
])('position $y is in row $row, in both layouts', ({ y, row }) => {
  expect(evenRows(3, 10).rowAt(y)).toBe(row);
  expect(unevenRows(3, () => 10).rowAt(y)).toBe(row);
});

test('rows of different heights follow each other', () => {
  const layout = unevenRows(4, (row) => [10, 30, 5, 10][row] as number);
  expect([0, 1, 2, 3].map(layout.topOf)).toEqual([0, 10, 40, 45]);
  expect(layout.height).toBe(55);
  expect([5, 10, 39, 40, 44, 45].map(layout.rowAt)).toEqual([0, 1, 1, 2, 2, 3]);
});

test('an empty list has no height', () => {
  expect(unevenRows(0, () => 10)).toMatchObject({ count: 0, height: 0 });
  expect(evenRows(0, 10).height).toBe(0);
});
