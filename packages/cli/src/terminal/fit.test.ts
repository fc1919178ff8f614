import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cut, pad, shorten, widthOnScreen, wrap } from './fit.ts';

test.each([
  { text: '', lines: [], why: 'empty text has no lines' },
  { text: 'one two three', lines: ['one two', 'three'], why: 'words stay whole' },
  { text: '  one\n\ntwo ', lines: ['one two'], why: 'white space collapses' },
  { text: 'abcdefghijkl', lines: ['abcdefgh', 'ijkl'], why: 'a long word is cut' },
  { text: '日本語日本語', lines: ['日本語日', '本語'], why: 'wide characters take two columns' },
  {
    text: '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦',
    lines: ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
    why: 'no emoji is cut',
  },
])('wrap: $why', ({ text, lines }) => {
  expect(wrap(text, 8)).toEqual(lines);
});

test('shorten truncates with an ellipsis', () => {
  expect([shorten('one\ntwo', 7), shorten('one two three', 7)]).toEqual(['one two', 'one tw…']);
});

test.each([
  { text: 'plain', width: 3, start: 'pla', why: 'one column per letter' },
  { text: '日本語', width: 5, start: '日本', why: 'half of a wide character does not fit' },
  { text: '👍🏽 done', width: 3, start: '👍🏽 ', why: 'a skin tone belongs to its emoji' },
  { text: 'e\u0301te\u0301', width: 2, start: 'e\u0301t', why: 'an accent takes no column' },
  { text: '日', width: 1, start: '', why: 'nothing fits' },
])('cut: $why', ({ text, width, start }) => {
  expect(cut(text, width)).toBe(start);
});

test('pads to columns', () => {
  expect(['ab', '日本', 'e\u0301'].map((text) => widthOnScreen(pad(text, 6)))).toEqual([6, 6, 6]);
});

test('never exceeds the width and loses nothing', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 20 }), (given, width) => {
      expect(widthOnScreen(cut(given, width))).toBeLessThanOrEqual(width);
      expect(wrap(given, width).join('').replaceAll(/\s/g, '')).toBe(given.replaceAll(/\s/g, ''));
    }),
  );
});
