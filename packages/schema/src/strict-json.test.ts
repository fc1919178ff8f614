import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStrictJson } from './strict-json.ts';

test('what is JSON is parsed as JSON.parse would', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(parseStrictJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  { text: '', why: 'nothing' },
  { text: ' \n', why: 'only white space' },
  { text: '{', why: 'cut off' },
  { text: '{"a": NaN}', why: 'NaN is not JSON' },
  { text: '{"a": 1} {"b": 2}', why: 'two documents' },
  { text: '{"a": 1,}', why: 'a trailing comma' },
  { text: '{"a": 1, "a": 2}', why: 'a key given twice' },
  { text: '[{"a": {"b": 1, "c": [], "b": 2}}]', why: 'a key given twice, deep inside' },
  { text: '{"a": 1, "\\u0061": 2}', why: 'a key given twice in two spellings' },
])('refused: $why', ({ text }) => {
  expect(() => parseStrictJson(text)).toThrow(expect.objectContaining({ code: 'invalid_json' }));
});

test.each([
  '{"a": {"a": 1}, "b": {"a": 2}}',
  '[{"a": 1}, {"a": 1}]',
  '{"a": "{\\"a\\": 1, \\"a\\"", "b": "a"}',
  '{"k": "a\\\\", "a\\\\": 1}',
])('the same key in different objects, or inside a string, is fine: %s', (text) => {
  expect(parseStrictJson(text)).toEqual(JSON.parse(text));
});
