import { expect, test } from 'vitest';
import { isSource, listBugs } from './list-bugs.ts';

const planted = async (path: string, text: string): Promise<string[]> =>
  (await listBugs(new Map([[path, text]]))).map(({ line, after }) => `${line}: ${after.trim()}`);

test.each([
  { path: 'a.py', text: 'def f(a, b):\n    return a == b\n', bugs: ['2: return a != b'] },
  {
    path: 'a.py',
    text: 'def f(a, b):\n    return a < b and True\n',
    bugs: ['2: return a >= b and True', '2: return a < b or True', '2: return a < b and False'],
  },
  { path: 'a.py', text: 'def f(a):\n    a += 1\n', bugs: ['2: a -= 1', '2: a += 2'] },
  { path: 'a.js', text: 'const f = (a, b) => a !== b;', bugs: ['1: const f = (a, b) => a === b;'] },
  { path: 'a.js', text: 'function f(n) {\n  return 0;\n}', bugs: ['2: return 1;'] },
  {
    path: 'a.ts',
    text: 'function f(n: number) {\n  return n >= 3;\n}',
    bugs: ['2: return n < 3;', '2: return n >= 4;'],
  },
  {
    path: 'a.go',
    text: 'package a\nfunc F(a, b int) bool {\n\treturn a == b || false\n}',
    bugs: ['3: return a != b || false', '3: return a == b && false', '3: return a == b || true'],
  },
  { path: 'a.rs', text: 'fn f(a: u32) -> u32 {\n    a - 1\n}', bugs: ['2: a + 1', '2: a - 2'] },
  { path: 'A.java', text: 'class A { int f(int a) {\n  return a + a;\n} }', bugs: ['2: return a - a;'] },
  { path: 'a.rb', text: 'def f(a)\n  a > 1\nend', bugs: ['2: a <= 1', '2: a > 2'] },
  { path: 'a.sh', text: '[ "$a" -eq 1 ]', bugs: ['1: [ "$a" -ne 1 ]'] },
])('$path: $text', async ({ path, text, bugs }) => {
  expect(await planted(path, text)).toEqual(bugs);
});

test.each([
  { path: 'a.py', text: 'def f():\n    # a == b\n    """a == b"""\n', why: 'comments and texts' },
  { path: 'a.py', text: '@retry(times=1 + 2)\ndef f():\n    pass\n', why: 'decorators' },
  { path: 'a.py', text: 'DEBUG = 1 == 2\n', why: 'no function' },
  { path: 'a.py', text: 'def f(a):\n    return a + "x"\n', why: 'texts cannot be subtracted' },
  { path: 'a.ts', text: 'function f(a: 1 | 2, b: true): 3 { g<true>(a); }', why: 'types' },
  { path: 'a.js', text: 'const f = () => `a + b`;', why: 'a template' },
  { path: 'a.rs', text: '#[cfg(test)]\nmod tests {\n    fn f() -> bool { 1 == 2 }\n}', why: 'tests beside the code' },
  { path: 'a.go', text: 'package a\nfunc F(a *int) *int {\n\treturn a\n}', why: 'a pointer is no product' },
])('plants nothing in $path: $why', async ({ path, text }) => {
  expect(await planted(path, text)).toEqual([]);
});

test('bugs know their outermost function', async () => {
  const text = 'def outer(a):\n    def inner(b):\n        return b > a\n    return inner\n';
  expect(await listBugs(new Map([['a.py', text]]))).toMatchObject([{ function: 'outer', owner: 0 }]);
});

test.each([
  ['src/add.ts', true],
  ['lib/deep/add.py', true],
  ['contest/add.go', true],
  ['latest.js', true],
  ['src/add.test.ts', false],
  ['src/add_test.go', false],
  ['tests/add.py', false],
  ['test_add.py', false],
  ['test.js', false],
  ['conftest.py', false],
  ['setup.py', false],
  ['build.rs', false],
  ['src/AddTest.java', false],
  ['src/__tests__/add.js', false],
  ['node_modules/a/index.js', false],
  ['vite.config.ts', false],
  ['index.d.ts', false],
  ['index.test-d.ts', false],
  ['README.md', false],
  ['data.json', false],
])('%s is a source: %s', (path, expected) => {
  expect(isSource(path)).toBe(expected);
});
