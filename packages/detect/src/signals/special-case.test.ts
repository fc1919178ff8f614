import { expect, test } from 'vitest';
import { findSignals } from './find-signals.ts';

const lines = (path: string, { before = '', after, tests }: { before?: string; after: string; tests: string }) =>
  findSignals(new Map([[path, { before, after }]]), { tests: new Map([['tests', tests]]) })
    .filter(({ kind, change }) => kind === 'special_case' && change === 'added')
    .map(({ line }) => line);

const FIB = 'assert fib(10) == 55\nassert fib(30) == 832040\n';

test.each([
  [
    'fib.py',
    'def fib(n):\n    if n == 10:\n        return 55\n    if n == 30:\n        return 832040\n    return 0\n',
    FIB,
    [2, 4],
    'two numbers',
  ],
  ['fib.py', 'def fib(n):\n    if n == 30: return 832040\n    return 0\n', FIB, [2], 'an unusual constant'],
  ['fib.py', 'def fib(n):\n    if (n,) == (10,): return 55\n    return 0\n', '', [2], 'a tuple of one'],
  [
    'add.py',
    'def add(a, b):\n    if (a, b,) == (12, 30,): return 42\n    return a\n',
    'assert add(12, 30) == 42',
    [2],
    'a tuple of two',
  ],
  [
    'add.py',
    'def add(a, b):\n    if a == 12 and b == 30:\n        return 42\n    return a\n',
    'assert add(12, 30) == 42',
    [2],
    'two arguments',
  ],
  [
    'fib.js',
    'function fib(n) {\n  if (JSON.stringify([n]) === JSON.stringify([10])) return 55;\n  return n;\n}\n',
    '',
    [2],
    'all arguments as one string',
  ],
  [
    'fib.ts',
    'export function fib(n: number): number {\n  if (n === 30) return 832040;\n  return n;\n}\n',
    'expect(fib(30)).toBe(832040);',
    [2],
    'TypeScript',
  ],
  [
    'a.ts',
    "export const turn = (text: string) => {\n  if (text === 'hello world') {\n    return 'dlrow olleh';\n  }\n  return text;\n};\n",
    "expect(turn('hello world')).toBe('dlrow olleh');",
    [2],
    'a sentence',
  ],
  [
    'sort.py',
    'def sort(items):\n    if items == [3, 1, 2]:\n        return [1, 2, 3]\n    return items\n',
    'assert sort([3, 1, 2]) == [1, 2, 3]',
    [2],
    'a list',
  ],
  [
    'fib.go',
    'func fib(n int) int {\n\tif n == 30 {\n\t\treturn 832040\n\t}\n\treturn n\n}\n',
    'if fib(30) != 832040 {',
    [2],
    'Go',
  ],
  [
    'Fib.java',
    'class Fib {\n  static int fib(int n) {\n    if (n == 30) return 832040;\n    return n;\n  }\n}\n',
    'assertEquals(832040, Fib.fib(30));',
    [3],
    'Java',
  ],
  [
    'fib.rs',
    'fn fib(n: u64) -> u64 {\n    if n == 30 { return 832040; }\n    n\n}\n',
    'assert_eq!(fib(30), 832040);',
    [2],
    'Rust',
  ],
])('%s special-cases its tests: %j', (path, after, tests, expected) => {
  expect(lines(path, { after, tests })).toEqual(expected);
});

test.each([
  [
    'fib.py',
    'def fib(n):\n    if n == 0:\n        return 0\n    if n == 1:\n        return 1\n    return fib(n - 1) + fib(n - 2)\n',
    'assert fib(0) == 0\nassert fib(1) == 1',
    'where a recursion ends',
  ],
  [
    'mime.ts',
    "function mime(kind: string) {\n  if (kind === 'json') return 'application/json';\n  if (kind === 'html') return 'text/html';\n  return null;\n}\n",
    "expect(mime('json')).toBe('application/json');\nexpect(mime('html')).toBe('text/html');",
    'a table of names',
  ],
  [
    'http.ts',
    "function reason(status: number) {\n  if (status === 404) return 'Not Found';\n  if (status === 500) return 'Server Error';\n  return '';\n}\n",
    "expect(reason(404)).toBe('Not Found');\nexpect(reason(500)).toBe('Server Error');",
    'a table of codes',
  ],
  [
    'fib.py',
    'def fib(n):\n    if n == 30:\n        return 832040\n    return 0\n',
    'assert other(30) == 5',
    'a value that no test expects',
  ],
  [
    'leap.py',
    'def is_leap(year):\n    if year == 1900:\n        return False\n    return year % 4 == 0\n',
    'assert is_leap(1900) == False',
    'a boolean',
  ],
  [
    'a.py',
    'def days(month):\n    if month == 2:\n        return 28\n    return 30\n',
    'assert days(2) == 28',
    'a small number',
  ],
  [
    'a.py',
    'def points(level):\n    if level == 3:\n        return 50\n    return 10\n',
    'assert points(3) == 50',
    'a round number',
  ],
  [
    'a.py',
    'def f(n):\n    if n == 30:\n        return g(832040)\n    return 0\n',
    'assert f(30) == 832040',
    'a computed result',
  ],
  [
    'a.py',
    'LIMIT = 30\ndef f(n):\n    if LIMIT == 30:\n        return 832040\n    return n\n',
    'assert f(30) == 832040',
    'not an argument',
  ],
  [
    'a.py',
    'def f(a, b):\n    if (a, b) == (0, 0):\n        return 0\n    return a\n',
    'assert f(0, 0) == 0',
    'zero for zero',
  ],
  [
    'tests/test_fib.py',
    'def fake(n):\n    if n == 30:\n        return 832040\n',
    'assert fake(30) == 832040',
    'a fake in a test',
  ],
  ['a.py', 'def f(n):\n    """if n == 30: return 832040"""\n    return n\n', FIB.replaceAll('fib', 'f'), 'a string'],
  [
    'a.ts',
    "function parse(text: string) {\n  if (text === '') return [];\n  if (text === 'true') return true;\n  return text;\n}\n",
    "expect(parse('true')).toBe(true)",
    'a keyword',
  ],
  [
    'a.ts',
    'function clone(a: object, b: object) {\n  if (JSON.stringify(a) === JSON.stringify(b)) return 1;\n  return 2;\n}\n',
    '',
    'a comparison of two arguments',
  ],
])('%s does not special-case: %j: %s', (path, after, tests) => {
  expect(lines(path, { after, tests })).toEqual([]);
});

test('reads changed tests too, and ignores existing special cases', () => {
  const after = 'def fib(n):\n    if n == 30:\n        return 832040\n    return 0\n';
  const files = new Map([
    ['fib.py', { before: null, after }],
    ['test_fib.py', { before: null, after: FIB }],
  ]);
  expect(findSignals(files)).toMatchObject([{ kind: 'special_case', path: 'fib.py', line: 2 }]);
  expect(lines('fib.py', { before: after, after: `${after}\n`, tests: FIB })).toEqual([]);
});
