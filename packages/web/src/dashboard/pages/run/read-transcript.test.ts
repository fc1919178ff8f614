import { expect, test } from 'vitest';
import { readStart } from './read-transcript.ts';

test('the start of a transcript ends with its last complete line', () => {
  const line = (text: string): string => `${JSON.stringify({ type: 'assistant', text })}\n`;
  const read = readStart(new TextEncoder().encode(`${line('one')}${line('two')}{"type":"assis`));
  expect(read?.entries.map(({ text }) => text)).toEqual(['one', 'two']);
  expect(read?.interactions).toHaveLength(1);
  // a run whose first line is long is not a run without a transcript
  expect(readStart(new TextEncoder().encode('{"type":"assistant"'))).toBeNull();
});
