import { expect, test } from 'vitest';
import { changedLines } from './changed-lines.ts';

const added = (before: string | null, after: string | null) =>
  changedLines(before, after).added.map(({ line, text }) => `${line} ${text}`);

test.each<[before: string | null, after: string | null, lines: string[], why: string]>([
  [null, 'a\nb\n', ['1 a', '2 b'], 'all of a new file'],
  ['a\nb\n', null, [], 'nothing of a deleted one'],
  ['a\nb\n', 'a\nx\nb\n', ['2 x'], 'a line between two'],
  ['a\na\n', 'a\na\na\n', ['3 a'], 'one more of the same'],
  ['a\nb\nc\n', 'c\nb\na\n', [], 'nothing if lines only moved'],
  ['a\r\nb\r\n', 'a\nb\n', [], 'nothing if only line endings changed'],
  ['a', 'a\n', [], 'nothing if only the last newline was missing'],
  ['', '\n', ['1 '], 'an empty line'],
  ['a\nb\nc\n', 'a\nB\nc\n', ['2 B'], 'a line that changed'],
])('%j to %j adds %j: %s', (before, after, lines) => {
  expect(added(before, after)).toEqual(lines);
});

test('handles 100,000 changed lines', () => {
  const text = (mark: string) => Array.from({ length: 50_000 }, (_, index) => `${mark}${index}`).join('\n');
  const { added: young, removed } = changedLines(text('a'), text('b'));
  expect([young.length, removed.length]).toEqual([50_000, 50_000]);
});
