import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLiteralParser } from './literals.ts';

const long = (text: string): string => text.repeat(Math.ceil(2000 / text.length));

test.each(['a', 'a "quote"', 'C:\\temp\n', '\t\r\b\f', 'ünï✓🦊\u2028\u007f', '/a/b'])(
  'returns the literal of a long %j as JSON.stringify writes it',
  (piece) => {
    const { parse, literalOf } = createLiteralParser();
    const text = long(piece);
    expect(parse(JSON.stringify({ a: [{ text }] }))).toEqual({ a: [{ text }] });
    expect(literalOf(text)).toBe(JSON.stringify(text));
  },
);

test.each(['\\u0073k-ant', 'https:\\/\\/a', '\\u001B', '\\ud83e\\udd8a', '\\\\u'])(
  'returns no literal for text with unusual escapes: %s',
  (written) => {
    const { parse, literalOf } = createLiteralParser();
    const { text } = parse(`{"text":"${long('a')}${written}"}`) as { text: string };
    expect(literalOf(text)).toBeUndefined();
  },
);

test('returns literals only for exact long texts of the last JSON', () => {
  const { parse, literalOf } = createLiteralParser();
  parse(JSON.stringify([long('a'), 'short', `${long('b')} `]));
  expect(literalOf(long('a'))).toBeDefined();
  expect(literalOf('short')).toBeUndefined();
  expect(literalOf(long('b'))).toBeUndefined();
  parse(JSON.stringify([long('b')]));
  expect(literalOf(long('a'))).toBeUndefined();
});

test('uses the second of two fields with the same name', () => {
  const { parse, literalOf } = createLiteralParser();
  expect(parse(`{"a":"${long('x')}","a":"${long('y')}"}`)).toEqual({ a: long('y') });
  expect(literalOf(long('y'))).toBe(JSON.stringify(long('y')));
});

test('parses everything as JSON.parse does', () => {
  const { parse, literalOf } = createLiteralParser();
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.string({ unit: 'binary', minLength: 1 }), (json, piece) => {
      const text = long(piece);
      const padded = `{"__proto__":${json},"0":${json},"text":${JSON.stringify(text)}}`;
      expect(JSON.stringify(parse(padded))).toBe(JSON.stringify(JSON.parse(padded)));
      expect([JSON.stringify(text), undefined]).toContain(literalOf(text));
    }),
  );
});

test('handles deep nesting and invalid JSON as JSON.parse does', () => {
  const { parse } = createLiteralParser();
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(parse(deep)).toBeInstanceOf(Array);
  expect(() => parse(`{"a":"${long('a')}`)).toThrow(SyntaxError);
});

test('stops collecting literals after many small values', () => {
  const { parse, literalOf } = createLiteralParser();
  parse(JSON.stringify(Array.from({ length: 10_000 }, (_, i) => i)));
  parse(JSON.stringify([long('a')]));
  expect(literalOf(long('a'))).toBeUndefined();
});
