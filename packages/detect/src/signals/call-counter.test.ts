import { expect, test } from 'vitest';
import { findSignals } from './find-signals.ts';

const lines = (path: string, after: string) =>
  findSignals(new Map([[path, { before: '', after }]]))
    .filter(({ kind }) => kind === 'call_counter')
    .map(({ line }) => line);

test.each([
  [
    'a.py',
    'calls = 0\ndef f(x):\n    global calls\n    calls += 1\n    if calls == 1:\n        return 42\n    return 7\n',
    [4],
  ],
  ['a.js', 'let calls = 0;\nfunction f() {\n  calls++;\n  if (calls === 1) return "a";\n  return "b";\n}\n', [3]],
  ['a.ts', 'let n = 0;\nexport function f(): number {\n  n += 1;\n  return n === 1 ? 42 : 7;\n}\n', [3]],
  ['a.py', 'n = 0\ndef f():\n    global n\n    n += 1\n    if n % 2 == 0:\n        return [1]\n    return [2]\n', [4]],
])('%s returns a result that depends on the call count: %j', (path, after, expected) => {
  expect(lines(path, after)).toEqual(expected);
});

test.each([
  // biome-ignore lint/suspicious/noTemplateCurlyInString: not a template
  ['a.ts', 'let id = 0;\nexport function nextId() {\n  id += 1;\n  return `id-${id}`;\n}\n', 'an id generator'],
  [
    'a.ts',
    'let tries = 0;\nfunction f() {\n  tries++;\n  if (tries > 3) return false;\n  return send();\n}\n',
    'a limit',
  ],
  ['a.ts', 'let opened = 0;\nfunction open() {\n  opened++;\n  if (opened > 1) return;\n  start();\n}\n', 'once only'],
  [
    'a.py',
    'def f(items):\n    count = 0\n    for item in items:\n        count += 1\n        if count == 1:\n            return 42\n',
    'a local counter',
  ],
  [
    'a.test.ts',
    'let calls = 0;\nconst fake = () => {\n  calls++;\n  if (calls === 1) return "a";\n  return "b";\n};\n',
    'a fake in a test',
  ],
  ['a.py', 'hits = 0\ndef f(x):\n    global hits\n    hits += 1\n    return compute(x)\n', 'a statistic'],
])('%s only counts calls: %j: %s', (path, after) => {
  expect(lines(path, after)).toEqual([]);
});
