import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskText } from './mask.ts';

const LEXICON = {
  line_comments: ['//'],
  block_comments: [{ open: '/*', close: '*/', nested: true }],
  strings: [
    { open: '"""', close: '"""', escapes: false, multiline: true },
    { open: '"', close: '"', escapes: true, multiline: false },
  ],
};

test.each([
  { text: 'a // b\nc', masked: 'a     \nc', why: 'a comment ends with its line' },
  { text: 'a /* b\n */ c', masked: 'a     \n    c', why: 'line breaks stay' },
  { text: 'a /* /* b */ */ c', masked: 'a               c', why: 'comments in comments' },
  { text: '"a // b" c', masked: '"      " c', why: 'no comment in a string' },
  { text: '// "a\nb', masked: '     \nb', why: 'no string in a comment' },
  { text: '"a\\"b" c', masked: '"    " c', why: 'an escaped quote' },
  { text: '"a\nb"', masked: '" \nb"', why: 'a string that is not closed ends with its line' },
  { text: '"""a\n"b""" c', masked: '""" \n  """ c', why: 'a long string' },
  { text: '/* a', masked: '    ', why: 'a comment that is never closed' },
])('$why', ({ text, masked }) => {
  expect(maskText(text, LEXICON)).toBe(masked);
});

test('every character that is left stands where it stood', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '"', '/', '*', '\\', '\n', ' ') }), (text) => {
      const masked = maskText(text, LEXICON);
      expect(masked).toHaveLength(text.length);
      for (const [at, character] of [...masked].entries()) if (character !== ' ') expect(character).toBe(text[at]);
    }),
  );
});
