import { expect, test } from 'vitest';
import { shorten, wrap } from './fit.ts';

test.each([
  { text: '', lines: [], why: 'empty text has no lines' },
  { text: 'one two three', lines: ['one two', 'three'], why: 'words stay whole' },
  { text: '  one\n\ntwo ', lines: ['one two'], why: 'white space collapses' },
  { text: 'abcdefghijkl', lines: ['abcdefgh', 'ijkl'], why: 'a long word is cut' },
])('wrap: $why', ({ text, lines }) => {
  expect(wrap(text, 8)).toEqual(lines);
});

test('shorten truncates with an ellipsis', () => {
  expect([shorten('one\ntwo', 7), shorten('one two three', 7)]).toEqual(['one two', 'one tw…']);
});
