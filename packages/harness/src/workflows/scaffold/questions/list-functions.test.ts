import { expect, test } from 'vitest';
import { insert } from './asked-function.ts';
import { listFunctions } from './list-functions.ts';

const record = async (path: string, text: string) => {
  const functions = await listFunctions(new Map([[path, text]]));
  const insertions = functions.flatMap((one) => one.insertions);
  return { keys: functions.map(({ key }) => key), text: insert(text, insertions) };
};

const python = (key: string, args: string): string => `__import__("assay_calls").record("${key}", [${args}])`;

test.each([
  {
    text: 'def f(a, b: int = 1, *c, d, **e):\n    """Doc."""\n    if a:\n        return b\n',
    recorded: `def f(a, b: int = 1, *c, d, **e):\n    """Doc."""\n    ${python('pkg.mod:f', 'a, b, *c')}\n    if a:\n        return b\n`,
  },
  { text: 'def f(a: str): return a\n', recorded: `def f(a: str): ${python('pkg.mod:f', 'a')}; return a\n` },
  {
    text: '@cached\ndef f(a, /, b, *, c):\n\treturn a\n',
    recorded: `@cached\ndef f(a, /, b, *, c):\n\t${python('pkg.mod:f', 'a, b')}\n\treturn a\n`,
  },
])('records calls in $text', async ({ text, recorded }) => {
  expect(await record('pkg/mod.py', text)).toEqual({ keys: ['pkg.mod:f'], text: recorded });
});

test.each([
  { path: 'a.py', text: 'def _f(a):\n    return a\n', why: 'a private function' },
  { path: 'a.py', text: 'def f(a):\n    """Only words."""\n', why: 'a function without code' },
  { path: 'a.py', text: 'class A:\n    def f(self):\n        return 1\n', why: 'a method' },
  { path: 'a-b/c.py', text: 'def f(a):\n    return a\n', why: 'a folder that is no package' },
  { path: 'a.js', text: 'function f(a) { return a; }', why: 'not exported' },
  { path: 'a.js', text: "export { f } from './b.js';", why: 'the function of another module' },
  { path: 'a.js', text: 'export const f = ({ a }) => a;', why: 'an argument without a name' },
  { path: 'a.js', text: 'export function* f() { yield 1; }', why: 'a generator, whose answer is no data' },
])('asks nothing of $text: $why', async ({ path, text }) => {
  expect((await record(path, text)).keys).toEqual([]);
});

test('an __init__.py is the package', async () => {
  expect((await record('pkg/__init__.py', 'def f(a):\n    return a\n')).keys).toEqual(['pkg:f']);
});

const node = (key: string, args: string): string => `process.assayRecord?.("a.ts#${key}", [${args}])`;
const all = '...arguments';

test.each([
  {
    text: 'export function f(a) { return a; }',
    recorded: `export function f(a) { ${node('f', all)}; return a; }`,
    key: 'f',
  },
  {
    text: 'export const f = (a: number, b = 1, ...c) => a;',
    recorded: `export const f = (a: number, b = 1, ...c) => (${node('f', 'a, b, ...c')}, a);`,
    key: 'f',
  },
  {
    text: 'export default function (a) { return a; }',
    recorded: `export default function (a) { ${node('default', all)}; return a; }`,
    key: 'default',
  },
  {
    text: 'const f = (a) => ({ a });\nexport { f as g };',
    recorded: `const f = (a) => (${node('g', 'a')}, ({ a }));\nexport { f as g };`,
    key: 'g',
  },
  {
    text: 'function f(a) { return a; }\nexport default f;',
    recorded: `function f(a) { ${node('default', all)}; return a; }\nexport default f;`,
    key: 'default',
  },
  {
    text: 'exports.f = async (a) => a;',
    recorded: `exports.f = async (a) => (${node('f', 'a')}, a);`,
    key: 'f',
  },
  {
    text: 'function f(a) { return a; }\nmodule.exports = { f };',
    recorded: `function f(a) { ${node('f', all)}; return a; }\nmodule.exports = { f };`,
    key: 'f',
  },
  {
    text: 'module.exports = function (a) { return a; };',
    recorded: `module.exports = function (a) { ${node('default', all)}; return a; };`,
    key: 'default',
  },
])('records calls in $text', async ({ text, recorded, key }) => {
  expect(await record('a.ts', text)).toEqual({ keys: [`a.ts#${key}`], text: recorded });
});

test('records calls in Go', async () => {
  const text = 'package a\n\nfunc F(a, b int, c ...string) int { return a }\n';
  expect(await record('b/a.go', text)).toEqual({
    keys: ['b:F'],
    text: 'package a\n\nfunc F(a, b int, c ...string) int { assayRecord("b:F", a, b, c); return a }\n',
  });
});

test.each([
  { text: 'package main\n\nfunc F(a int) int { return a }\n', why: 'a program' },
  { text: 'package a\n\nfunc f(a int) int { return a }\n', why: 'not exported' },
  { text: 'package a\n\nfunc F(int) int { return 1 }\n', why: 'an argument without a name' },
  { text: 'package a\n\nfunc F[T any](a T) T { return a }\n', why: 'no certain type' },
  { text: 'package a\n\nfunc (t T) F(a int) int { return a }\n', why: 'a method' },
])('asks nothing of $text: $why', async ({ text }) => {
  expect((await record('a.go', text)).keys).toEqual([]);
});
