import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatName, parsePath, quotePath } from './path-name.ts';

test.each([
  { bytes: Buffer.from('naïve.py'), text: 'naïve.py', why: 'UTF-8 is unchanged' },
  { bytes: Buffer.from([0x63, 0xe9]), text: 'c\\xe9', why: 'latin1 is not UTF-8' },
  { bytes: Buffer.from('c\\xe9'), text: 'c\\x5cxe9', why: 'a backslash that looks like an escape is escaped' },
  { bytes: Buffer.from('a\\b'), text: 'a\\b', why: 'any other backslash is unchanged' },
  { bytes: Buffer.from('\ufffd'), text: '\ufffd', why: 'the replacement character is unchanged' },
  { bytes: Buffer.from([0xed, 0xa0, 0x80]), text: '\\xed\\xa0\\x80', why: 'a lone surrogate is not UTF-8' },
])('$text: $why', ({ bytes, text }) => {
  expect(formatName(bytes)).toBe(text);
  expect(parsePath(text)).toEqual(bytes);
});

test('every name has a unique text', () => {
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

test('quotePath escapes line breaks and control characters', () => {
  expect(quotePath('a\nb\u001b[2J\u0085')).toBe('a\\x0ab\\x1b[2J\\xc2\\x85');
});
