import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { scratchFolder } from '../../test/workspace.ts';
import { breakTests, isSameTest } from './break-tests.ts';

// external programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

const CASES: readonly (readonly [what: string, path: string, before: string, after: string])[] = [
  ['pytest, text', 'test_a.py', 'def test_a():\n    assert f(1) == "I"\n', 'def test_a():\n    assert f(1) == "I~"\n'],
  ['pytest, a number', 'test_a.py', 'def test_a():\n    assert f() == 30\n', 'def test_a():\n    assert f() == 31\n'],
  [
    'pytest, a list',
    'test_a.py',
    'def test_a():\n    assert f() == [1]\n',
    'def test_a():\n    assert f() == [[1], [1]]\n',
  ],
  [
    'pytest, an error',
    'test_a.py',
    'def test_a():\n    with pytest.raises(ValueError):\n        f(0)\n',
    'def test_a():\n    with pytest.raises(GeneratorExit):\n        f(0)\n',
  ],
  [
    'pytest, a condition',
    'test_a.py',
    'def test_a():\n    assert f(), "x"\n',
    'def test_a():\n    assert not (f()), "x"\n',
  ],
  [
    'pytest, a loop',
    'test_a.py',
    'def test_a():\n    for x in (1, 2):\n        assert f(x)\n',
    'def test_a():\n    for x in (1, 2):\n        assert not (f(x))\n',
  ],
  [
    'vitest, a loop',
    'a.test.ts',
    "it('a', () => {\n  for (const x of [1]) {\n    expect(f(x)).toBe(x);\n  }\n});\n",
    "it('a', () => {\n  for (const x of [1]) {\n    expect(f(x)).not.toBe(x);\n  }\n});\n",
  ],
  [
    'Rust, a loop',
    'src/lib.rs',
    '#[test]\nfn a() { for x in [1, 2] { assert!(f(x)); } }\n',
    '#[test]\nfn a() { for x in [1, 2] { assert!(!(f(x))); } }\n',
  ],
  [
    'pytest, a constructor',
    'test_a.py',
    'def test_a():\n    assert f() == Money(5, "EUR")\n',
    'def test_a():\n    assert f() == Money(4, "EUR")\n',
  ],
  [
    'unittest, a condition',
    'test_a.py',
    'class A(TestCase):\n    def test_a(self):\n        self.assertTrue(f())\n',
    'class A(TestCase):\n    def test_a(self):\n        self.assertFalse(f())\n',
  ],
  [
    'pytest, anything else',
    'test_a.py',
    'def test_a():\n    check(f(0))\n\nx = 1\n',
    'def test_a():\n    try:\n        check(f(0))\n    finally:\n        1 / 0\n\nx = 1\n',
  ],
  [
    'pytest, an early return',
    'test_a.py',
    'def test_a():\n\tif windows:\n\t\treturn\n\tassert f() == 1\n',
    'def test_a():\n\ttry:\n\t\tif windows:\n\t\t\treturn\n\t\tassert f() == 1\n\tfinally:\n\t\t1 / 0\n',
  ],
  [
    'pytest, one line',
    'test_a.py',
    'def test_a(): f()\n',
    'def test_a(): \n    try:\n        f()\n    finally:\n        1 / 0\n',
  ],
  [
    'unittest',
    'test_a.py',
    'class A(TestCase):\n    def test_a(self):\n        self.assertEqual(f(), 1)\n',
    'class A(TestCase):\n    def test_a(self):\n        self.assertEqual(f(), 0)\n',
  ],
  [
    'node:test',
    'a.test.js',
    "test('a', () => {\n  assert.equal(f(), 'x');\n});\n",
    "test('a', () => {\n  assert.equal(f(), 'x~');\n});\n",
  ],
  [
    'node:assert by another name',
    'a.test.js',
    "const t = require('assert').strict;\nit('a', () => {\n  t.equal(f(), 'x');\n  t.throws(g);\n});\n",
    "const t = require('assert').strict;\nit('a', () => {\n  t.equal(f(), 'x~');\n  t.doesNotThrow(g);\n});\n",
  ],
  [
    'functions of node:assert',
    'a.test.js',
    "import { deepEqual as same, strict } from 'node:assert';\nit('a', () => same(f(), 1));\nit('b', () => strict.ok(f()));\n",
    "import { deepEqual as same, strict } from 'node:assert';\nit('a', () => same(f(), 0));\nit('b', () => strict.ok(!(f())));\n",
  ],
  [
    'functions of assert, required',
    'a.test.js',
    "const { equal, ok: holds } = require('assert');\nit('a', () => {\n  equal(f(), g());\n  holds(f());\n});\n",
    "const { equal, ok: holds } = require('assert');\nit('a', () => {\n  equal(f(), g());\n  holds(!(f()));\n});\n",
  ],
  [
    'vitest',
    'a.test.ts',
    "it('a', () => {\n  expect(f()).toBe(1);\n});\n",
    "it('a', () => {\n  expect(f()).toBe(0);\n});\n",
  ],
  [
    'vitest, a matcher',
    'a.test.ts',
    "it('a', async () => {\n  await expect(f()).rejects.toThrow();\n});\n",
    "it('a', async () => {\n  await expect(f()).rejects.not.toThrow();\n});\n",
  ],
  [
    'vitest, a negated matcher',
    'a.test.ts',
    "it('a', () => {\n  expect(f()).not.toBe(1);\n});\n",
    "it('a', () => {\n  expect(f()).toBe(1);\n});\n",
  ],
  [
    'vitest, anything else',
    'a.test.ts',
    "it('a', () => {\n  check(f());\n});\n",
    "it('a', () => {try {\n  check(f());\n\n} finally { null.control; }});\n",
  ],
  [
    'tap, before its end',
    'a.js',
    "test('a', (t) => {\n  check(f());\n  t.end();\n});\n",
    "test('a', (t) => {try {\n  check(f());\n  \n} finally { null.control; }t.end();\n});\n",
  ],
  [
    'vitest, an expression',
    'a.test.ts',
    "it.each(rows)('a', (x) => check(f(x), x));\n",
    "it.each(rows)('a', (x) => { try { return (check(f(x), x)); \n} finally { null.control; } });\n",
  ],
  [
    'vitest, an assertion as an expression',
    'a.test.ts',
    "it.each(rows)('a', (x) => expect(f(x)).toBe(x));\n",
    "it.each(rows)('a', (x) => expect(f(x)).not.toBe(x));\n",
  ],
  [
    'Go, with a subtest',
    'a_test.go',
    'package a\n\nfunc TestA(t *testing.T) {\n\tt.Run("x", func(t *testing.T) { f() })\n}\n',
    'package a\n\nfunc TestA(t *testing.T) {\ndefer t.Fail()\n\n\tt.Run("x", func(t *testing.T) {\ndefer t.Fail()\n f() })\n}\n',
  ],
  [
    'Rust, a value',
    'src/lib.rs',
    '#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() { assert_eq!(f(255), "x"); }\n}\n',
    '#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() { assert_eq!(f(255), "x~"); }\n}\n',
  ],
  [
    'Rust, a constructor',
    'src/lib.rs',
    '#[test]\nfn a() { assert_eq!(f(), Money::new(5, 6), "x"); }\n',
    '#[test]\nfn a() { assert_eq!(f(), Money::new(4, 6), "x"); }\n',
  ],
  [
    'Rust, another value',
    'src/lib.rs',
    '#[test]\nfn a() { assert_eq!(f(1), g(2)); }\n',
    '#[test]\nfn a() { assert_ne!(f(1), g(2)); }\n',
  ],
  [
    'Rust, a condition',
    'src/lib.rs',
    '#[test]\nfn a() { assert!(f() || g(), "x"); }\n',
    '#[test]\nfn a() { assert!(!(f() || g()), "x"); }\n',
  ],
  [
    'Rust, anything else',
    'src/lib.rs',
    '#[test]\nfn a() { check(f()); }\n',
    '#[test]\nfn a() { struct Control; impl Drop for Control { fn drop(&mut self) { if !std::thread::panicking() { panic!() } } } let _control = Control;  check(f()); }\n',
  ],
  [
    'Java',
    'ATest.java',
    'class ATest {\n  @Test void a() { assertTrue(f()); }\n}\n',
    'class ATest {\n  @Test void a() {try { assertTrue(f()); } finally { if (true) throw new IllegalStateException(); }}\n}\n',
  ],
  [
    'C#',
    'ATests.cs',
    'class ATests {\n  [Fact] public void A() { Assert.True(F()); }\n}\n',
    'class ATests {\n  [Fact] public void A() {try { Assert.True(F()); } finally { throw new System.InvalidOperationException(); }}\n}\n',
  ],
  [
    'PHP',
    'ATest.php',
    '<?php\nclass ATest {\n  public function testA() { f(); }\n}\n',
    '<?php\nclass ATest {\n  public function testA() {try { f(); } finally { throw new \\LogicException(); }}\n}\n',
  ],
  ['Minitest', 'a_test.rb', 'def test_a\n  f\nend\n', 'def test_a\n  f\n\nensure\nraise "control"\nend\n'],
  ['RSpec', 'a_spec.rb', 'it "a" do\n  f\nend\n', 'it "a" do\n  f\n\nensure\nraise "control"\nend\n'],
];

test.each(CASES)('%s', async (_, path, before, after) => {
  expect((await breakTests(path, before))?.text).toBe(after);
});

test.each([
  ['a helper', 'test_a.py', 'def helper():\n    assert f() == 1\n'],
  ['a nested function', 'test_a.py', 'def helper():\n    def test_a():\n        assert f() == 1\n'],
  ['a test that should panic', 'src/lib.rs', '#[test]\n#[should_panic]\nfn a() { f(); }\n'],
  ['a test that should throw', 'ATest.java', 'class A {\n  @Test(expected = E.class) void a() { f(); }\n}\n'],
  ['a test that is expected to fail', 'a.test.ts', "test.fails('a', () => { f(); });\n"],
  ['a test given by name', 'a.test.ts', "test('a', check);\n"],
  ['a function of Go that is no test', 'a_test.go', 'package a\n\nfunc help(t *testing.T) { f() }\n'],
  ['an example of Ruby that rescues', 'a_spec.rb', 'it "a" do\n  f\nrescue E\n  g\nend\n'],
  ['a file with errors', 'test_a.py', '))) ]\ndef test_a():\n    assert f() == 1\n'],
  ['another language', 'a.test.lua', 'test("a", function() end)\n'],
])('%s is left as it is', async (_, path, text) => {
  expect(await breakTests(path, text)).toBeUndefined();
});

const PYTHON = `
import unittest

def roman(n):
    return "I" * n

class RomanTest(unittest.IsolatedAsyncioTestCase):
    def test_value(self):
        self.assertEqual(roman(2), "II")

    def test_list(self):
        self.assertEqual([roman(1)], ["I"])

    def test_true(self):
        """Says
        more."""
        for n in (1, 2):
            with self.subTest(n):
                self.assertTrue(roman(n))

    def test_return(self):
        if roman(1):
            return
        self.assertEqual(roman(1), "X")

    def test_line(self): roman(1)

    async def test_error(self):
        with self.assertRaises(TypeError):
            roman(None)
`;

test('every broken test of Python fails', async () => {
  using scratch = scratchFolder();
  const broken = await breakTests('test_roman.py', PYTHON);
  writeFileSync(join(scratch.path, 'test_roman.py'), broken?.text ?? '');
  const output = fails('python3', ['-m', 'unittest', '-v', 'test_roman'], scratch.path);
  expect(broken?.tests).toEqual(['test_value', 'test_list', 'test_true', 'test_return', 'test_line', 'test_error']);
  expect(output).not.toContain('... ok');
  expect(output).toMatch(/FAILED \(failures=4, errors=3\)/);
});

const NODE = `
import assert from 'node:assert';
import { describe, it, test } from 'node:test';
const roman = (n) => 'I'.repeat(n);
test('value', () => { assert.equal(roman(2), 'II'); });
test('loose', () => { assert.deepEqual([roman(1)], ['I']); });
test('coerced', () => { assert.equal(roman(1).length, true); });
test('expression', () => assert.ok(roman(1)));
describe('more', () => {
  it('promise', async () => { await Promise.resolve(); assert.throws(() => roman(-1)); });
  it('return', () => { if (roman(1)) return; assert.equal(roman(1), 'X'); });
  it('callback', (t, done) => { setTimeout(done, 1); });
});
test('outer', async (t) => {
  await t.test('inner', () => { assert.equal(roman(1), 'I'); });
});
`;

test('every broken test of Node fails', async () => {
  using scratch = scratchFolder();
  const broken = await breakTests('roman.test.mjs', NODE);
  writeFileSync(join(scratch.path, 'roman.test.mjs'), broken?.text ?? '');
  const output = fails(process.execPath, ['--test', '--test-reporter=tap', 'roman.test.mjs'], scratch.path);
  expect(output).toMatch(/^# pass 0$/m);
  expect(output).toMatch(/^# fail (?:9|10)$/m);
});

function fails(program: string, args: readonly string[], cwd: string): string {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  try {
    return execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`;
  }
}

test.each([
  ['test_a (tests.test_roman.RomanTest.test_a)', 'test_a', true],
  ['tests/test_roman.py::test_a[1-I]', 'test_a', true],
  ['tests/test_roman.py::test_ab', 'test_a', false],
  ['roman > adds two numbers', 'adds two numbers', true],
  ['roman > adds two numbers twice', 'adds two numbers', false],
  ['roman > adds 1 to 2', 'adds %i to $b', true],
  ['roman > takes 1 from 2', 'adds %i to $b', false],
  ['roman > anything', '%s', false],
  ['TestA/sub_case', 'TestA', true],
  ['tests::a', 'a', true],
])('%j is %j: %s', (reported, name, same) => {
  expect(isSameTest(reported, name)).toBe(same);
});

test('a title in a variable is no name: other tests may have that word in theirs', async () => {
  const broken = await breakTests('a.test.js', 'for (const file of files) it(file, () => expect(f(file)).toBe(1));\n');
  expect(broken?.tests.filter((name) => isSameTest("format({'name':'file'})", name))).toEqual([]);
  expect(broken?.tests).toHaveLength(1);
});
