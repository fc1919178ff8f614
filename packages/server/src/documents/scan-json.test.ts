import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJsonScanner } from './scan-json.ts';

function scan(text: string, { chunk = text.length + 1, max_values = 1e9 } = {}): number {
  const bytes = Buffer.from(text);
  const scanner = createJsonScanner({ max_values });
  for (let at = 0; at < bytes.length; at += chunk) scanner.add(bytes.subarray(at, at + chunk));
  return scanner.values;
}

const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce(
        (sum: number, inner) => sum + countValues(inner),
        1 + (Array.isArray(value) ? 0 : Object.keys(value).length),
      )
    : 1;

const countEmpty = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce(
        (sum: number, inner) => sum + countEmpty(inner),
        Object.keys(value).length === 0 ? 1 : 0,
      )
    : 0;

test('counts every value and every name, in chunks of any size', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 9 }), (value, chunk) => {
      const text = JSON.stringify(value);
      expect(scan(text, { chunk })).toBe(countValues(value) + countEmpty(value));
      expect(scan(text)).toBe(scan(text, { chunk }));
    }),
    { numRuns: 500 },
  );
});

test.each([
  { text: '"[[[,,,{{{"', values: 1, why: 'a text has no values' },
  { text: String.raw`"a\\" , "b"`, values: 2, why: 'a text that ends with a backslash' },
  { text: String.raw`"a\",\"b"`, values: 1, why: 'a text with quotes' },
  { text: `"${'\\'.repeat(1_000)}",1`, values: 2, why: 'a text of backslashes' },
])('$text has $values: $why', ({ text, values }) => {
  for (const chunk of [1, 2, 3, 1_000]) expect(scan(text, { chunk })).toBe(values);
});

test('refuses too many values and too deep nesting, wherever they are', () => {
  expect(scan(`[${'0,'.repeat(98)}0]`, { max_values: 100 })).toBe(100);
  expect(() => scan(`[${'0,'.repeat(99)}0]`, { max_values: 100 })).toThrow('at most 100 values');
  expect(scan('['.repeat(256) + ']'.repeat(256))).toBe(257);
  expect(() => scan('['.repeat(257))).toThrow('at most 256 levels');
  expect(() => scan('{"a":'.repeat(257))).toThrow(expect.objectContaining({ code: 'invalid_input' }));
});
