import { expect, test } from 'vitest';
import { findSignals, type TextChange } from './find-signals.ts';

const change = (path: string, before: string | null, after: string | null): ReadonlyMap<string, TextChange> =>
  new Map([[path, { before, after }]]);

test('a signal has its location, its text and what to do', () => {
  expect(findSignals(change('src/a.py', 'x = 1\n', 'x = 1\ny = f()  # noqa\n'))).toEqual([
    {
      kind: 'suppression',
      path: 'src/a.py',
      line: 2,
      text: 'y = f()  # noqa',
      change: 'added',
      message: 'A warning is silenced here; fix its cause, or explain why it is wrong.',
    },
  ]);
});

test('reports removed constructs', () => {
  expect(findSignals(change('a.ts', '// @ts-ignore\nf();\n', 'f();\n'))).toMatchObject([
    { change: 'removed', line: 1 },
  ]);
  expect(findSignals(change('a.ts', '// @ts-ignore\nf();\n', null))).toMatchObject([{ change: 'removed' }]);
});

test('a construct that moved within a file or between files is not reported', () => {
  const line = 'x = f()  # noqa\n';
  expect(findSignals(change('a.py', `${line}y = 1\n`, `y = 1\n${line}`))).toEqual([]);
  const files = new Map([
    ['a.py', { before: `${line}y = 1\n`, after: 'y = 1\n' }],
    ['b.py', { before: null, after: line }],
  ]);
  expect(findSignals(files)).toEqual([]);
});

test('reports an exit that moved from the product into the tests', () => {
  const files = new Map([
    ['main.py', { before: 'import os\nos._exit(0)\nrun()\n', after: 'run()\n' }],
    ['tests/test_a.py', { before: 'run()\n', after: 'import os\nos._exit(0)\nrun()\n' }],
  ]);
  expect(findSignals(files)).toMatchObject([
    { path: 'main.py', change: 'removed' },
    { path: 'tests/test_a.py', change: 'added' },
  ]);
});

test('ignores unchanged and vendored files', () => {
  const text = 'f()  # noqa\n';
  expect(findSignals(change('a.py', text, text))).toEqual([]);
  for (const path of ['node_modules/a/b.js', 'vendor/a.go', 'lib/jquery.min.js', 'api/a_pb2.py', 'README.md', 'x.bin'])
    expect(findSignals(change(path, null, '// eslint-disable\n//nolint\n# noqa\n'))).toEqual([]);
});

test('limits the list, and the last entry counts the rest', () => {
  const signals = findSignals(
    change('a.py', null, Array.from({ length: 80 }, (_, i) => `f(${i})  # noqa: E${i}`).join('\n')),
  );
  expect(signals).toHaveLength(50);
  expect(signals.at(-1)?.message).toContain('30 more signals are not listed');
  const many = new Map(
    Array.from({ length: 3000 }, (_, i) => [`src/f${i}.py`, { before: null, after: `f(${i})  # noqa: E${i}\n` }]),
  );
  const all = findSignals(many);
  expect(all).toHaveLength(2000);
  expect(all.at(-1)?.message).toContain('1000 more');
});

test('shortens the text and redacts secrets', () => {
  const token = `ghp_${'aB3d'.repeat(9)}`;
  const [signal] = findSignals(change('a.py', null, `f("${token}", "${'y'.repeat(500)}")  # noqa\n`));
  expect(signal?.text).toContain('[redacted github]');
  expect(signal?.text.length).toBeLessThanOrEqual(200);
});

test('the order of signals does not depend on the order of files', () => {
  const entries: [string, TextChange][] = [
    ['b.py', { before: null, after: 'f()  # noqa\ng()  # noqa: E1\n' }],
    ['a.ts', { before: null, after: '// @ts-ignore\nf();\n' }],
  ];
  expect(findSignals(new Map(entries))).toEqual(findSignals(new Map(entries.toReversed())));
});
