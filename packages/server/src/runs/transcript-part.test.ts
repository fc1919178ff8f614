import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTranscriptPart } from './transcript-part.ts';

const entry = (number: number) => ({ type: 'assistant', text: `é ${number}` });

test('the parts of a transcript add up to the whole, for any part size and ending', () => {
  fc.assert(
    fc.property(fc.nat(30), fc.integer({ min: 1, max: 40 }), fc.boolean(), (count, limit, ended) => {
      const lines = Array.from({ length: count }, (_, number) => JSON.stringify(entry(number)));
      const content = Buffer.from(lines.join('\n') + (ended && count > 0 ? '\n' : ''));
      const read: string[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const part = readTranscriptPart(content, { limit, after });
        expect(part.total).toBe(count);
        expect(part.entries.length).toBeLessThanOrEqual(limit);
        read.push(...part.entries.map(({ text }) => text as string));
        after = part.next;
      }
      expect(read).toEqual(lines.map((_, number) => `é ${number}`));
    }),
  );
});

test('gives nothing after the end', () => {
  const content = Buffer.from(JSON.stringify(entry(0)));
  expect(readTranscriptPart(content, { limit: 5, after: 9 })).toEqual({ entries: [], total: 1, next: null });
});
