import { expect, test } from 'vitest';
import { createRedactor } from '../../machine/credentials.ts';
import { saveOutput } from './save-output.ts';

const MEGABYTE = 1024 * 1024;

function keep(chunks: readonly Buffer[]) {
  const output = saveOutput(createRedactor(new Map()));
  for (const chunk of chunks) output.push(chunk);
  return output.end();
}

test.each([0, 1, 4096, 4097, 8192, 8193, 4 * MEGABYTE, 4 * MEGABYTE + 1, 8 * MEGABYTE])(
  'of %i bytes everything is kept, and head and tail do not overlap',
  (length) => {
    const content = Buffer.from(Array.from({ length }, (_, at) => 97 + (at % 26)));
    const kept = keep([content.subarray(0, length / 3), content.subarray(length / 3)]);
    expect(kept.whole).toBe(true);
    expect(kept.text() === content.toString()).toBe(true);
    expect(kept.head.length + kept.omitted_bytes + kept.tail.length).toBe(length);
    expect(content.toString().startsWith(kept.head) && content.toString().endsWith(kept.tail)).toBe(true);
  },
);

test('keeps both ends of longer output', () => {
  const kept = keep([
    Buffer.from('first'),
    ...Array.from({ length: 20 }, () => Buffer.alloc(MEGABYTE, 'x')),
    Buffer.from('last'),
  ]);
  const text = kept.text();
  expect(kept.whole).toBe(false);
  expect(text).toHaveLength(8 * MEGABYTE + 1);
  expect(text.startsWith('firstxx') && text.endsWith('xxlast')).toBe(true);
  expect(kept.omitted_bytes).toBe(20 * MEGABYTE + 9 - 2 * 4096);
});

test('keeps the end of a chunk larger than the limit', () => {
  const kept = keep([Buffer.alloc(30 * MEGABYTE, 'x'), Buffer.from('last')]);
  expect(kept.text().endsWith('xxlast')).toBe(true);
});
