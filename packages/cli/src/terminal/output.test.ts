import { expect, test } from 'vitest';
import { escapeControls } from './output.ts';

test.each([
  { text: 'plain text, ünïcode 漢字\n\ttoo', shown: 'plain text, ünïcode 漢字\n\ttoo', why: 'keeps plain text' },
  { text: '\u001b[31mred', shown: '\\u{1b}[31mred', why: 'escapes colors' },
  { text: '\u001b]0;title\u0007', shown: '\\u{1b}]0;title\\u{7}', why: 'escapes window titles' },
  { text: 'over\rwrite', shown: 'over\\u{d}write', why: 'escapes carriage returns' },
  { text: '\u009b2J', shown: '\\u{9b}2J', why: 'escapes eight-bit controls' },
  { text: 'abc\u202edcba', shown: 'abc\\u{202e}dcba', why: 'escapes bidirectional marks' },
])('$why', ({ text, shown }) => {
  expect(escapeControls(text)).toBe(shown);
});
