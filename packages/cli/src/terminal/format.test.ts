import { expect, test } from 'vitest';
import { drawTable, formatDuration, onOneLine } from './format.ts';

test.each([
  [null, '–'],
  [0, '0.0 s'],
  [1234, '1.2 s'],
  [59_949, '59.9 s'],
  [59_999, '1 min'],
  [90_000, '2 min'],
  [3_599_000, '1 h 0 min'],
  [5_400_000, '1 h 30 min'],
])('%s ms are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  { text: 'plain, ünïcode', shown: 'plain, ünïcode', why: 'text is left alone' },
  { text: 'one\ntwo\r\n\tthree', shown: 'one two three', why: 'no lines of its own' },
  { text: 'a\u001b[2Jb', shown: 'a\\u{1b}[2Jb', why: 'no control of the terminal' },
  { text: 'a\u2028b\u0085c', shown: 'a\\u{2028}b\\u{85}c', why: 'no line ends by other names' },
])('$why', ({ text, shown }) => {
  expect(onOneLine(text)).toBe(shown);
});

test('columns are as wide as what is in them, and lines end where their text does', () => {
  expect(drawTable(['a', 'long'], [['wide', 'b'], ['c']])).toEqual(['a     long', 'wide  b', 'c']);
  expect(drawTable(['a', 'b'], [])).toEqual(['a  b']);
});
