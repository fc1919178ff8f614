import { expect, test } from 'vitest';
import { findSignals, type TextChange } from './find-signals.ts';

const change = (path: string, before: string | null, after: string | null): ReadonlyMap<string, TextChange> =>
  new Map([[path, { before, after }]]);

test('reads the changed lines of a 50 MB file', () => {
  const line = 'value = compute(1, 2, 3)\n';
  const before = line.repeat(2_000_000);
  const [signal, ...others] = findSignals(change('a.py', before, `${before}x = 1  # noqa\n`));
  expect(others).toEqual([]);
  expect(signal).toMatchObject({ kind: 'suppression', line: 2_000_001, change: 'added' });
}, 60_000);

// lines that are short enough to be read
const lines = (piece: string): string => `${piece.repeat(Math.ceil(300 / piece.length))}\n`.repeat(3_000);

test.each([
  ['a line of fifty million characters', `x = "${'a'.repeat(50_000_000)}"`],
  ['a hundred thousand short lines', 'f()  # noqa\n'.repeat(80_000)],
  ['openings', lines('/*`${"')],
  ['quotes', lines('"\'`')],
  ['slashes', lines('= /')],
  ['comparisons', lines('if (a == [(')],
  ['functions', lines('def f(a, b):')],
  ['invalid text', lines('\ufffd\u0000\ud800')],
  ['endless nesting', lines('{[(')],
  ['blanks', lines(' \t')],
  ['almost shell', lines('pytest || ')],
  ['almost scripts', `"scripts": {\n${lines('"a": "b", ')}`],
  ['almost workflows', 'continue-on-error: true\n'.repeat(20_000)],
  ['almost counters', Array.from({ length: 20_000 }, (_, i) => `let a${i} = 0;`).join('\n')],
  ['almost exits', 'process.exit(0);\nsys.exit(0)\nexit 0\n'.repeat(20_000)],
])('handles %s', { timeout: 60_000 }, (_, text) => {
  for (const path of [
    'a.py',
    'a.ts',
    'a.rs',
    'run.sh',
    'package.json',
    'Makefile',
    '.github/workflows/ci.yml',
    'A.java',
  ])
    expect(Array.isArray(findSignals(change(path, '', text)))).toBe(true);
});
