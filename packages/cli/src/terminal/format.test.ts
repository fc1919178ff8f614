import { expect, test } from 'vitest';
import { formatDuration, onOneLine } from './format.ts';

test.each([
  [null, '–'],
  [0, '0.0 s'],
  [1234, '1.2 s'],
  [59_949, '59.9 s'],
  [59_999, '1 min'],
  [90_000, '2 min'],
  [3_599_000, '1 h 0 min'],
  [5_400_000, '1 h 30 min'],
])('formats %s ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  { text: 'plain, ünïcode', shown: 'plain, ünïcode', why: 'keeps plain text' },
  { text: 'one\ntwo\r\n\tthree', shown: 'one two three', why: 'removes line breaks' },
  { text: 'a\u001b[2Jb', shown: 'a\\u{1b}[2Jb', why: 'escapes terminal controls' },
  { text: 'a\u2028b\u0085c', shown: 'a\\u{2028}b\\u{85}c', why: 'escapes other line separators' },
])('$why', ({ text, shown }) => {
  expect(onOneLine(text)).toBe(shown);
});
