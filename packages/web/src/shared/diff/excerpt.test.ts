import { expect, test } from 'vitest';
import type { DiffRow } from './diff-rows.ts';
import { excerptRows } from './excerpt.ts';

const code = (after: number): DiffRow => ({ kind: 'context', before: after, after, text: String(after) });
const ROWS: readonly DiffRow[] = [
  { kind: 'hunk', text: 'Lines 1–20' },
  ...Array.from({ length: 20 }, (_, index) => code(index + 1)),
  { kind: 'finding', text: 'found' },
  { kind: 'hunk', text: 'Lines 40–41' },
  code(40),
  code(41),
];

test.each([
  { line: 10, shown: ['6', '7', '8', '9', '10', '11', '12', '13', '14'], why: 'lines around it' },
  { line: 40, shown: ['40', '41'], why: 'only its hunk' },
  { line: 20, shown: ['16', '17', '18', '19', '20', 'found'], why: 'findings about it' },
])('line $line: $why', ({ line, shown }) => {
  expect(excerptRows(ROWS, line).map(({ text }) => text)).toEqual(shown);
});

test.each([undefined, 99])('line %s: the start of the file', (line) => {
  expect(excerptRows(ROWS, line)).toEqual(ROWS.slice(0, 12));
});
