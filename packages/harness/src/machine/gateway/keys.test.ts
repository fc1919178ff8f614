import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMask, insertKeys, insertQueryKeys, maskKeys } from './keys.ts';

const keys = new Map([['stand-in', '$&real-key']]);

test('replaces a placeholder anywhere in a value by the key, whatever its characters', () => {
  expect(insertKeys('Bearer stand-in', keys)).toBe('Bearer $&real-key');
});

test('inserts the key only in the `key` query parameter', () => {
  expect(insertQueryKeys('?alt=sse&key=stand-in&q=stand-in', keys)).toBe('?alt=sse&key=%24%26real-key&q=stand-in');
});

test('masks a key in an answer and keeps the length', () => {
  expect(maskKeys('you sent $&real-key', keys)).toBe('you sent **********');
});

test.each(['', 'e', 'secret7'])('does not mask a short key: %j', async (key) => {
  const short = new Map([['stand-in', key]]);
  const text = 'every letter of secret7 stays';
  expect(maskKeys(text, short)).toBe(text);
  const body = Readable.from([Buffer.from(text)]).pipe(createMask(short));
  expect(Buffer.concat(await body.toArray()).toString()).toBe(text);
});

test('masks a key in a streamed body however it is split', async () => {
  const letters = fc.constantFrom('a', 'b', 'aab', 'aabaacaa', '\n');
  const pieces = fc.array(fc.array(letters, { maxLength: 6 }).map((parts) => parts.join('')));
  await fc.assert(
    fc.asyncProperty(pieces, async (chunks) => {
      const mask = createMask(new Map([['stand-in', 'aabaacaa']]));
      const source = Readable.from(chunks.filter((chunk) => chunk !== '').map((chunk) => Buffer.from(chunk)));
      const body = Buffer.concat(await source.pipe(mask).toArray()).toString();
      expect(body).toBe(chunks.join('').replaceAll('aabaacaa', '********'));
    }),
  );
});

test('does not delay bytes that cannot be part of a key', async () => {
  const mask = createMask(keys);
  mask.write('data: {}\n\n');
  expect(String(mask.read())).toBe('data: {}\n\n');
  mask.destroy();
});
