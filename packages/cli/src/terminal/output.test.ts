import { expect, test } from 'vitest';
import { neutralise } from './output.ts';

test.each([
  { text: 'plain text, ünïcode 漢字\n\ttoo', shown: 'plain text, ünïcode 漢字\n\ttoo', why: 'text is left alone' },
  { text: '\u001b[31mred', shown: '\\u{1b}[31mred', why: 'no colours' },
  { text: '\u001b]0;title\u0007', shown: '\\u{1b}]0;title\\u{7}', why: 'no window titles' },
  { text: 'over\rwrite', shown: 'over\\u{d}write', why: 'no overwriting of a line' },
  { text: '\u009b2J', shown: '\\u{9b}2J', why: 'no eight-bit controls' },
  { text: 'abc\u202edcba', shown: 'abc\\u{202e}dcba', why: 'no turning of the direction' },
])('$why', ({ text, shown }) => {
  expect(neutralise(text)).toBe(shown);
});
