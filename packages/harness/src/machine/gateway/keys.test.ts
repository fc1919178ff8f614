import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMask, insertKeys, insertQueryKeys, maskKeys } from './keys.ts';

const keys = new Map([['stand-in', '$&real-key']]);

test('a placeholder anywhere in a value becomes the key, whatever characters the key has', () => {
  expect(insertKeys('Bearer stand-in', keys)).toBe('Bearer $&real-key');
});

test('of a query only `key` is given the key', () => {
  expect(insertQueryKeys('?alt=sse&key=stand-in&q=stand-in', keys)).toBe('?alt=sse&key=%24%26real-key&q=stand-in');
});

test('a key in an answer is covered, and the length stays', () => {
  expect(maskKeys('you sent $&real-key', keys)).toBe('you sent **********');
});

test.each(['', 'e', 'secret7'])('a key of a few letters is not covered: %j', async (key) => {
  const short = new Map([['stand-in', key]]);
  const text = 'every letter of secret7 stays';
  expect(maskKeys(text, short)).toBe(text);
  const body = Readable.from([Buffer.from(text)]).pipe(createMask(short));
  expect(Buffer.concat(await body.toArray()).toString()).toBe(text);
});

test('a key in a streamed body is covered however the body is cut into pieces', async () => {
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

test('what cannot be part of a key is not held back', async () => {
  const mask = createMask(keys);
  mask.write('data: {}\n\n');
  expect(String(mask.read())).toBe('data: {}\n\n');
  mask.destroy();
});
