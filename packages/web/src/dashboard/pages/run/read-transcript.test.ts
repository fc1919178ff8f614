import { expect, test } from 'vitest';
import { readStart } from './read-transcript.ts';

test('the start of a transcript ends with its last complete line', () => {
  const line = (text: string): string => `${JSON.stringify({ type: 'assistant', text })}\n`;
  const { entries, interactions } = readStart(new TextEncoder().encode(`${line('one')}${line('two')}{"type":"assis`));
  expect(entries.map(({ text }) => text)).toEqual(['one', 'two']);
  expect(interactions).toHaveLength(1);
  expect(readStart(new TextEncoder().encode('{"type":"assistant"')).entries).toEqual([]);
});
