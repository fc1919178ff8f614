import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatName, parsePath, quotePath } from './path-name.ts';

test.each([
  { bytes: Buffer.from('naïve.py'), text: 'naïve.py', why: 'text stays as it is' },
  { bytes: Buffer.from([0x63, 0xe9]), text: 'c\\xe9', why: 'latin1 is not UTF-8' },
  { bytes: Buffer.from('c\\xe9'), text: 'c\\x5cxe9', why: 'a name that is written like one that is not UTF-8' },
  { bytes: Buffer.from('a\\b'), text: 'a\\b', why: 'a backslash alone cannot be mistaken' },
  { bytes: Buffer.from('\ufffd'), text: '\ufffd', why: 'the replacement character is a name like any other' },
  { bytes: Buffer.from([0xed, 0xa0, 0x80]), text: '\\xed\\xa0\\x80', why: 'half a pair is no character' },
])('$text: $why', ({ bytes, text }) => {
  expect(formatName(bytes)).toBe(text);
  expect(parsePath(text)).toEqual(bytes);
});

test('every name has a text of its own', () => {
  const piece = fc.oneof(
    fc.constantFrom('\\', 'x', 'e9', '\\x5c', 'é').map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const bytes = Buffer.concat(pieces);
      expect(parsePath(formatName(bytes))).toEqual(bytes);
    }),
  );
});

test('a path in a sentence cannot write lines or move a cursor', () => {
  expect(quotePath('a\nb\u001b[2J\u0085')).toBe('a\\x0ab\\x1b[2J\\xc2\\x85');
});
