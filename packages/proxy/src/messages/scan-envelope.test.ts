import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEnvelopeScanner } from './scan-envelope.ts';

const scan = (text: string, size = 7) => {
  const scanner = createEnvelopeScanner();
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) scanner.push(bytes.subarray(from, from + size));
  return scanner.read();
};

test.each([
  { text: '{"jsonrpc":"2.0","id":1,"result":{}}', id: '1', method: undefined, why: 'in the middle' },
  { text: '{"result":{"id":9,"method":"x"},"jsonrpc":"2.0","id":12}', id: '12', method: undefined, why: 'at the end' },
  { text: '{"id":"a\\"b","method":"tools/call"}', id: '"a\\"b"', method: 'tools/call', why: 'a string with a quote' },
  {
    text: '{"id":12345678901234567890}',
    id: '12345678901234567890',
    method: undefined,
    why: 'beyond double precision',
  },
  { text: '{ "id" : 3 , "x" : [1,{"id":4}] }', id: '3', method: undefined, why: 'with spaces' },
  { text: '{"\\u0069d":5}', id: '5', method: undefined, why: 'a key with escapes' },
  { text: '{"id":1,"id":2}', id: '2', method: undefined, why: 'the last one wins, as in JSON.parse' },
  { text: '[{"id":1}]', id: undefined, method: undefined, why: 'a batch has no id' },
  { text: '{"a":"}{\\"id\\":7"}', id: undefined, method: undefined, why: 'braces in a string are ignored' },
  { text: '{"method":{"a":1},"id":{"b":2}}', id: undefined, method: undefined, why: 'objects are ignored' },
  { text: '{}', id: undefined, method: undefined, why: 'an empty object' },
])('$text: $why', ({ text, id, method }) => {
  expect(scan(text)).toEqual({ id, method });
});

test('finds the same id and method as JSON.parse for any message and chunk size', () => {
  const ids = fc.oneof(fc.integer(), fc.string());
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), ids, fc.string(), fc.nat(30), (rest, id, method, size) => {
      const message = { ...rest, id, method };
      const found = scan(JSON.stringify(message, null, size % 3), size + 1);
      expect(JSON.parse(found.id ?? 'null')).toEqual(id);
      expect(found.method).toEqual(method);
    }),
  );
});

test('never throws for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', 'id', '1') }), (text) => {
      expect(() => scan(text)).not.toThrow();
    }),
  );
});
