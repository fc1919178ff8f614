import { expect, test } from 'vitest';
import type { DiffRow } from './diff-rows.ts';
import { splitRows } from './split-rows.ts';

const row = (sign: string): DiffRow => {
  const text = sign.slice(1);
  switch (sign[0]) {
    case '-':
      return { kind: 'removed', before: 1, after: null, text };
    case '+':
      return { kind: 'added', before: null, after: 1, text };
    case '!':
      return { kind: 'finding', text };
    default:
      return { kind: 'context', before: 1, after: 1, text };
  }
};

test.each([
  { rows: [' a'], pairs: ['a|a'], why: 'an unchanged line is on both sides' },
  { rows: ['-a', '-b', '+c'], pairs: ['a|c', 'b|'], why: 'removed lines are beside the added ones' },
  { rows: ['-a', '+b', '+c'], pairs: ['a|b', '|c'], why: 'the shorter side is empty' },
  { rows: ['-a', '-b', '+c', '!f', '+d'], pairs: ['a|c', '!f', 'b|d'], why: 'a finding stays below its line' },
  { rows: ['-a', ' b', '+c'], pairs: ['a|', 'b|b', '|c'], why: 'an unchanged line separates changes' },
])('$rows: $why', ({ rows, pairs }) => {
  const told = splitRows(rows.map(row)).map((one) =>
    one.kind === 'pair' ? `${one.before?.text ?? ''}|${one.after?.text ?? ''}` : `!${one.text}`,
  );
  expect(told).toEqual(pairs);
});
