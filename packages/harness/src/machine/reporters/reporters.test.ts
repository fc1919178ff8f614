import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { tryCommand } from '../../../test/try-command.ts';

/* Real runners. Their output for people stays; what is read is what the reporters recorded. */

const has = (...command: [string, ...string[]]): boolean => spawnSync(command[0], command.slice(1)).status === 0;
const MODULES = fileURLToPath(new URL('../../../../../node_modules', import.meta.url));

const UNITTEST = `import unittest
class T(unittest.TestCase):
    def test_ok(self): pass
    def test_parts(self):
        for i in range(4):
            with self.subTest(i=i): self.assertNotEqual(i % 2, 1)
    def test_fails(self): self.assertEqual(1, 2)
    def test_breaks(self): raise ValueError('x')
    @unittest.skip('no')
    def test_skipped(self): pass
    @unittest.expectedFailure
    def test_expected(self): self.fail()
class Broken(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise RuntimeError('no')
    def test_never(self): pass
`;

describe.skipIf(!has('python3', '--version'))('unittest', () => {
  test('subtests are part of their test, and each outcome is recorded', async () => {
    const { tests, status, output, report } = await tryCommand('python3 -m unittest', { 'test_u.py': UNITTEST });
    expect({ tests: tests.toSorted(), status, source: report?.source }).toEqual({
      tests: [
        'errored not_collected setUpClass (test_u.Broken)',
        'errored test_u.py: test_u.T.test_breaks',
        'failed test_u.py: test_u.T.test_fails',
        'failed test_u.py: test_u.T.test_parts',
        'passed test_u.py: test_u.T.test_ok',
        'skipped expected_failure test_u.py: test_u.T.test_expected',
        'skipped test_u.py: test_u.T.test_skipped',
      ],
      status: 1,
      source: 'reporter',
    });
    expect(output).toContain('Ran 6 tests');
  });

  test('a test that ends the process crashed; runs inside a test are part of it', async () => {
    const text = `import os, subprocess, sys, unittest
class A(unittest.TestCase):
    def test_a(self):
        class B(unittest.TestCase):
            def test_inner(self): assert 0
        result = unittest.TestResult()
        B('test_inner').run(result)
        self.assertEqual(len(result.failures), 1)
        subprocess.run([sys.executable, '-m', 'unittest', 'inner'], stderr=subprocess.DEVNULL)
    def test_b(self): os._exit(0)
    def test_c(self): pass
`;
    const inner = 'import unittest\nclass I(unittest.TestCase):\n    def test_i(self): self.fail()\n';
    const { tests, status } = await tryCommand('python3 -m unittest test_a', { 'test_a.py': text, 'inner.py': inner });
    expect({ tests, status }).toEqual({
      tests: ['passed test_a.py: test_a.A.test_a', 'errored crashed test_a.py: test_a.A.test_b'],
      status: 0,
    });
  });

  test('a sitecustomize of the project still runs', async () => {
    const { output } = await tryCommand(
      'PYTHONPATH=$PYTHONPATH:site python3 -c "import os; print(os.environ[\'X\'])"',
      {
        'site/sitecustomize.py': 'import os\nos.environ["X"] = "customized"\n',
      },
    );
    expect(output).toContain('customized');
  });

  test('a Python that ignores its environment runs as ever, without a record', async () => {
    const { report, output } = await tryCommand('python3 -I -m unittest discover', { 'test_u.py': UNITTEST });
    expect(report).toBeNull();
    expect(output).toContain('Ran 6 tests');
  });
});

const PYTEST = `import os, pytest
@pytest.mark.parametrize('a', [1, 2])
def test_rows(a): assert a == 1
@pytest.mark.xfail
def test_expected(): assert 0
@pytest.mark.xfail
def test_unexpected(): pass
@pytest.mark.xfail(strict=True)
def test_strict(): pass
@pytest.fixture
def broken(): raise ValueError
def test_setup(broken): pass
@pytest.mark.skip
def test_skipped(): pass
class TestA:
    def test_env(self): assert 'PYTHONPATH' not in os.environ
`;

test.skipIf(!has('python3', '-m', 'pytest', '--version'))('pytest, with warnings as errors', async () => {
  const command = 'python3 -m pytest -q -W error --continue-on-collection-errors';
  const { tests, status } = await tryCommand(command, {
    'tests/test_p.py': PYTEST,
    'tests/test_bad.py': 'import nothing_of_this_name\n',
  });
  expect({ tests, status }).toEqual({
    tests: [
      'errored not_collected tests/test_bad.py: tests/test_bad.py',
      'passed tests/test_p.py: tests/test_p.py::test_rows[1]',
      'failed tests/test_p.py: tests/test_p.py::test_rows[2]',
      'skipped expected_failure tests/test_p.py: tests/test_p.py::test_expected',
      'passed unexpected_pass tests/test_p.py: tests/test_p.py::test_unexpected',
      'failed unexpected_pass tests/test_p.py: tests/test_p.py::test_strict',
      'errored tests/test_p.py: tests/test_p.py::test_setup',
      'skipped tests/test_p.py: tests/test_p.py::test_skipped',
      'passed tests/test_p.py: tests/test_p.py::TestA::test_env',
    ],
    status: 1,
  });
});

const NODE = `import { before, describe, it, test } from 'node:test';
test('top', async (t) => { await t.test('sub', () => {}); await t.test('bad', () => { throw new Error('x'); }); });
describe('suite', () => {
  it('same', () => {}); it('same', () => {}); it('skipped', { skip: true }, () => {}); it('todo', { todo: true }, () => { throw 1; });
  describe('inner', () => { it('deep', () => {}); });
});
describe('hooked', () => { before(() => { throw new Error('h'); }); it('never', () => {}); });
test('env', () => { if (process.env.NODE_OPTIONS) throw new Error(process.env.NODE_OPTIONS); });
`;
const EXPECTED = [
  'passed a.test.mjs: top > sub',
  'failed a.test.mjs: top > bad',
  'failed a.test.mjs: top',
  'passed a.test.mjs: suite > same',
  'passed a.test.mjs: suite > same',
  'skipped a.test.mjs: suite > skipped',
  'skipped todo a.test.mjs: suite > todo',
  'passed a.test.mjs: suite > inner > deep',
  'errored a.test.mjs: hooked > never',
  'passed a.test.mjs: env',
];

test.each([
  ['node --test', [...EXPECTED, 'errored not_collected b.test.mjs: cannot be loaded']],
  ['node a.test.mjs', EXPECTED],
  ['npm test', EXPECTED],
])('`%s`', async (command, expected) => {
  const { tests, status, output } = await tryCommand(command, {
    'a.test.mjs': NODE,
    'b.test.mjs': 'throw new Error("not loaded");',
    'package.json': '{ "scripts": { "test": "node --test a.test.mjs" } }',
  });
  expect({ tests, status }).toEqual({ tests: expected, status: 1 });
  expect(output).toContain('✖');
});

test('a program that runs no tests sees nothing of the reporters', async () => {
  const { report, output } = await tryCommand('node check.mjs', {
    'check.mjs': 'console.log(process.env.NODE_OPTIONS, process.execArgv.length)',
  });
  expect({ report, output }).toEqual({ report: null, output: 'undefined 0\n' });
});

test('Vitest: titles that occur twice, files that cannot be loaded, retries', async () => {
  const { tests, status, output } = await tryCommand(
    'vitest run --globals',
    {
      'a.test.js': `describe('outer', () => { it('same', () => {}); it('same', () => { throw new Error('x'); }); });
describe('hooked', () => { beforeAll(() => { throw new Error('h'); }); it('never', () => {}); });
let tries = 0;
test('again', { retry: 2 }, () => { if (tries++ < 1) throw new Error('x'); });
test.todo('later');`,
      'b.test.js': 'import "nothing-of-this-name";',
      'package.json': '{ "type": "module" }',
    },
    { modules: MODULES },
  );
  expect(tests.toSorted()).toEqual([
    'errored not_collected b.test.js: cannot be loaded',
    'failed a.test.js: outer > same',
    'passed a.test.js: outer > same',
    'passed flaky a.test.js: again',
    'skipped a.test.js: hooked > never',
    'skipped todo a.test.js: later',
  ]);
  expect({ status, output }).toMatchObject({ status: 1, output: expect.stringContaining('Test Files') });
});
