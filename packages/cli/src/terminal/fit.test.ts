import { expect, test } from 'vitest';
import { shorten, wrap } from './fit.ts';

test.each([
  { text: '', lines: [], why: 'nothing to say' },
  { text: 'one two three', lines: ['one two', 'three'], why: 'words stay whole' },
  { text: '  one\n\ntwo ', lines: ['one two'], why: 'white space is one space' },
  { text: 'abcdefghijkl', lines: ['abcdefgh', 'ijkl'], why: 'a word without an end is cut' },
])('wrapped: $why', ({ text, lines }) => {
  expect(wrap(text, 8)).toEqual(lines);
});

test('what is too long for its place ends in an ellipsis', () => {
  expect([shorten('one\ntwo', 7), shorten('one two three', 7)]).toEqual(['one two', 'one tw…']);
});
