import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStrictJson } from './strict-json.ts';

test('parses valid JSON like JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(parseStrictJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  { text: '', why: 'an empty text' },
  { text: ' \n', why: 'only whitespace' },
  { text: '{', why: 'truncated JSON' },
  { text: '{"a": NaN}', why: 'NaN' },
  { text: '{"a": 1} {"b": 2}', why: 'two documents' },
  { text: '{"a": 1,}', why: 'a trailing comma' },
  { text: '{"a": 1, "a": 2}', why: 'a duplicate key' },
  { text: '[{"a": {"b": 1, "c": [], "b": 2}}]', why: 'a nested duplicate key' },
  { text: '{"a": 1, "\\u0061": 2}', why: 'a duplicate key in two spellings' },
])('rejects $why', ({ text }) => {
  expect(() => parseStrictJson(text)).toThrow(expect.objectContaining({ code: 'invalid_json' }));
});

test.each([
  '{"a": {"a": 1}, "b": {"a": 2}}',
  '[{"a": 1}, {"a": 1}]',
  '{"a": "{\\"a\\": 1, \\"a\\"", "b": "a"}',
  '{"k": "a\\\\", "a\\\\": 1}',
])('accepts the same key in different objects or inside a string: %s', (text) => {
  expect(parseStrictJson(text)).toEqual(JSON.parse(text));
});
