import { expect, test } from 'vitest';
import { drawTable } from './table.ts';

test('columns are as wide as their widest cell, and lines have no trailing spaces', () => {
  expect(drawTable(['a', 'long'], [['wide', 'b'], ['c']])).toEqual(['a     long', 'wide  b', 'c']);
  expect(drawTable(['a', 'b'], [])).toEqual(['a  b']);
});
