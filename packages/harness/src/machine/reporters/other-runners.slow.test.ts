import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tryCommand } from '../../../test/try-command.ts';

/* Runners of the other languages, where they are installed. */

const works = (command: string): boolean => spawnSync('sh', ['-c', command]).status === 0;
const has = (program: string): boolean => works(`command -v ${program}`);

const read = async (command: string, files: Readonly<Record<string, string>>, modules?: string) => {
  const { tests, status, output, report } = await tryCommand(command, files, modules === undefined ? {} : { modules });
  return { tests: tests.toSorted(), failed: status !== 0, source: report?.source, output };
};
const recorded = (output: string, ...tests: string[]) => ({
  tests: tests.toSorted(),
  failed: true,
  source: 'reporter',
  output: expect.stringContaining(output),
});

const RSPEC = `RSpec.describe 'outer' do
  it('same') { expect(1).to eq 1 }
  it('same') { expect(1).to eq 2 }
  xit('skipped') {}
  it 'later'
  it('expected') { pending 'no'; expect(1).to eq 2 }
  it('fixed') { pending 'no' }
  describe('inner') { it('env') { expect(ENV['RUBYOPT'].to_s).to eq '' } }
  context('hooked') { before { raise 'h' }; it('never') {} }
  [1, 2].each { |n| it("row #{n}") { expect(n).to eq 1 } }
  it { expect(1).to eq 1 }
end
`;
describe.skipIf(!has('rspec'))('RSpec', () => {
  test.each(['rspec', 'rspec --format documentation'])('`%s`', async (command) => {
    expect(await read(command, { 'spec/a_spec.rb': RSPEC })).toEqual(
      recorded(
        '11 examples, 4 failures, 3 pending',
        'passed spec/a_spec.rb: outer > same',
        'failed spec/a_spec.rb: outer > same',
        'skipped spec/a_spec.rb: outer > skipped',
        'skipped todo spec/a_spec.rb: outer > later',
        'skipped expected_failure spec/a_spec.rb: outer > expected',
        'failed unexpected_pass spec/a_spec.rb: outer > fixed',
        'passed spec/a_spec.rb: outer > inner > env',
        'failed spec/a_spec.rb: outer > hooked > never',
        'passed spec/a_spec.rb: outer > row 1',
        'failed spec/a_spec.rb: outer > row 2',
        'passed spec/a_spec.rb: outer > is expected to eq 1',
      ),
    );
  });

  test('a file that cannot be loaded, and an example that ends the process', async () => {
    const broken = { 'spec/b_spec.rb': "raise 'outside'\n" };
    expect(await read('rspec', broken)).toEqual(
      recorded('1 error occurred', 'errored not_collected spec/b_spec.rb: cannot be loaded'),
    );
    const ends = { 'spec/c_spec.rb': "RSpec.describe('c') { it('ends') { exit!(1) } }\n" };
    expect(await read('rspec', ends)).toEqual(recorded('', 'errored crashed spec/c_spec.rb: c > ends'));
  });
});

const MINITEST = `require 'minitest/autorun'
class A < Minitest::Test
  def test_ok; assert true; end
  def test_bad; assert_equal 1, 2; end
  def test_error; raise 'x'; end
  def test_skipped; skip 'no'; end
  def test_env; assert_equal '', ENV['RUBYOPT'].to_s; end
  def test_fork; Process.wait(fork { exit! }); end
end
describe 'outer' do
  it('same') { assert true }
  it('same') { assert true }
end
`;
test.skipIf(!works('ruby -rminitest -e 0'))('Minitest', async () => {
  expect(await read('ruby test_a.rb', { 'test_a.rb': MINITEST })).toEqual(
    recorded(
      ' assertions, 1 failures, 1 errors, 1 skips',
      'passed test_a.rb: A#test_ok',
      'failed test_a.rb: A#test_bad',
      'errored test_a.rb: A#test_error',
      'skipped test_a.rb: A#test_skipped',
      'passed test_a.rb: A#test_env',
      'passed test_a.rb: A#test_fork',
      'passed test_a.rb: outer#test_0001_same',
      'passed test_a.rb: outer#test_0002_same',
    ),
  );
});

const PHPUNIT = `<?php
namespace App\\Tests;
use PHPUnit\\Framework\\TestCase;
class ATest extends TestCase {
  public function testOk() { $this->assertTrue(true); }
  public function testBad() { $this->assertSame(1, 2); }
  public function testError() { throw new \\RuntimeException('x'); }
  public function testSkipped() { $this->markTestSkipped('no'); }
  public function testLater() { $this->markTestIncomplete('no'); }
  /** @dataProvider rows */
  public function testRows($n) { $this->assertSame(1, $n); }
  public static function rows() { return ['one' => [1], 'two' => [2]]; }
  public function testEnv() { $this->assertFalse(getenv('PHP_INI_SCAN_DIR')); }
}
`;
describe.skipIf(!has('phpunit'))('PHPUnit', () => {
  test.each(['phpunit ATest.php', 'php "$(command -v phpunit)" --colors=never ATest.php'])('`%s`', async (command) => {
    expect(await read(command, { 'ATest.php': PHPUNIT })).toEqual(
      recorded(
        'Tests: 8, Assertions: 5, Errors: 1, Failures: 2, Skipped: 1, Incomplete: 1.',
        'passed App\\Tests\\ATest::testOk',
        'failed App\\Tests\\ATest::testBad',
        'errored App\\Tests\\ATest::testError',
        'skipped App\\Tests\\ATest::testSkipped',
        'skipped App\\Tests\\ATest::testLater',
        'passed App\\Tests\\ATest::testRows with data set "one"',
        'failed App\\Tests\\ATest::testRows with data set "two"',
        'passed App\\Tests\\ATest::testEnv',
      ),
    );
  });

  test('a report that the command asks for stays; one that is damaged is no report', async () => {
    const files = { 'ATest.php': PHPUNIT };
    const own = await tryCommand('phpunit --log-junit own.xml ATest.php; grep -c "<testcase" own.xml', files);
    expect(own).toMatchObject({ report: null, output: expect.stringMatching(/\n8\n$/) });
    const damage = 'phpunit ATest.php; for file in "$HOME"/r*/out/*.xml; do echo "<testsuites>" >"$file"; done';
    expect(await tryCommand(damage, files)).toMatchObject({ report: null });
  });
});

const GO = `package app
import ("fmt"; "os/exec"; "testing")
func TestOk(t *testing.T) { t.Log("quiet") }
func TestBad(t *testing.T) { t.Error("broken <x> & \\"y\\"") }
func TestSkip(t *testing.T) { t.Skip("no") }
func TestSub(t *testing.T) {
  for _, n := range []int{1, 2} { t.Run("row", func(t *testing.T) { if n == 2 { t.Fatal("row failed") } }) }
}
func TestPrint(t *testing.T) { fmt.Println("printed") }
func TestNested(t *testing.T) {
  if out, err := exec.Command("go", "test", "./inner").CombinedOutput(); err == nil || len(out) == 0 { t.Fatal(string(out)) }
}
`;
const GO_FILES = {
  'go.mod': 'module example.com/app\n\ngo 1.16\n',
  'a_test.go': GO,
  'inner/i_test.go':
    '//go:build !outer\n\npackage inner\nimport "testing"\nfunc TestInner(t *testing.T) { t.Fail() }\n',
  'b/b_test.go': 'package b\nimport "testing"\nfunc TestB(t *testing.T) { undefined() }\n',
};
const GO_TESTS = [
  'passed example.com/app::TestOk',
  'failed example.com/app::TestBad',
  'skipped example.com/app::TestSkip',
  'passed example.com/app::TestSub/row',
  'failed example.com/app::TestSub/row#01',
  'failed example.com/app::TestSub',
  'passed example.com/app::TestPrint',
  'passed example.com/app::TestNested',
];
describe.skipIf(!has('go'))('Go', () => {
  const env = 'export GOCACHE=/tmp/assay-go-cache GOFLAGS=-mod=mod;';

  test('without `-v`, only tests that failed are printed', async () => {
    const found = await read(`${env} go test -tags outer . ./b`, GO_FILES);
    expect(found).toEqual(recorded('--- FAIL: TestBad (0.00s)\n    a_test.go:4: broken <x> & "y"\n', ...GO_TESTS));
    expect(found.output).toContain('FAIL\texample.com/app/b [build failed]\n');
    expect(found.output).toContain('undefined: undefined');
    expect(found.output).not.toMatch(/TestOk|quiet|=== RUN/);
  });

  test('with `-v`, all are', async () => {
    expect(await read(`${env} go test -v -tags outer .`, GO_FILES)).toEqual(
      recorded('=== RUN   TestOk\n    a_test.go:3: quiet\n--- PASS: TestOk (0.00s)\n', ...GO_TESTS),
    );
  });

  test('other commands, and reports that the command asks for, stay as they are', async () => {
    const { output, report, status } = await tryCommand(`${env} go version && go test -json -run TestOk .`, GO_FILES);
    expect({ report, status }).toEqual({ report: null, status: 0 });
    expect(output).toContain('"Action":"pass","Package":"example.com/app"');
  });
});

// no real one is at hand: its options and its report are those of its documentation
test('cargo-nextest writes the report that a file of ours names', async () => {
  const cargo = `#!/bin/sh
if [ "$1 $2" != 'nextest run' ]; then echo "plain $*"; exit 0; fi
file=$(sed -n 's/^path = "\\(.*\\)"$/\\1/p' "\${4#assay:}")
echo '<testsuites><testsuite name="app"><testcase name="tests::ok" classname="app"/></testsuite></testsuites>' >"$file"
shift 4; echo "ran $*"; exit 3`;
  const files = { 'node_modules/.bin/cargo': cargo };
  expect(await tryCommand('cargo build; cargo nextest run --workspace', files)).toMatchObject({
    ...{ output: 'plain build\nran --workspace\n', status: 3 },
    ...{ tests: ['passed app::tests::ok'], report: { format: 'junit', source: 'reporter' } },
  });
});

test.each([
  ['mvn', 'core/target/surefire-reports', 'app.ATest.', 'surefire'],
  ['gradle', 'core/build/test-results/test', 'app.ATest > ', 'gradle'],
])('reports that %s writes are new ones', async (program, folder, scope, format) => {
  const suite = (name: string, mark = '') =>
    `<?xml version="1.0"?><testsuite><testcase classname="app.ATest" name="${name}">${mark}</testcase></testsuite>`;
  const script = `#!/bin/sh
echo '${suite('ok')}' >${folder}/TEST-app.ATest.xml
echo '${suite('bad', '<failure/>')}' >${folder}/TEST-app.BTest.xml
exit 1`;
  const files = {
    [`node_modules/.bin/${program}`]: script,
    [`${folder}/TEST-app.ATest.xml`]: suite('old'),
    [`${folder}/TEST-forged.xml`]: suite('forged'),
  };
  expect(await tryCommand(`${program} test`, files)).toMatchObject({
    ...{ tests: [`passed ${scope}ok`, `failed ${scope}bad`], status: 1, report: { format, source: 'reporter' } },
  });
  const damage = `${program} test; echo '<testsuite>' >${folder}/TEST-app.BTest.xml`;
  expect(await tryCommand(damage, files)).toMatchObject({ report: null });
});

const UNITTEST = `import unittest
class T(unittest.TestCase):
    def test_ok(self): pass
    def test_parts(self):
        for i in range(2):
            with self.subTest(i=i): self.assertEqual(i, 0)
    def test_breaks(self): raise ValueError('x')
    @unittest.skip('no')
    def test_skipped(self): pass
    @unittest.expectedFailure
    def test_expected(self): self.fail()
`;
const UNITTEST_TESTS = [
  'passed test_u.py: test_u.T.test_ok',
  'failed test_u.py: test_u.T.test_parts',
  'errored test_u.py: test_u.T.test_breaks',
  'skipped test_u.py: test_u.T.test_skipped',
  'skipped expected_failure test_u.py: test_u.T.test_expected',
];
test.skipIf(!has('nose2-3'))('nose2', async () => {
  expect(await read('nose2-3', { 'test_u.py': UNITTEST })).toEqual(recorded('Ran 5 tests', ...UNITTEST_TESTS));
});

// their environments have only what Python itself brings
test.skipIf(!has('tox'))('tox', async () => {
  const tox = '[tox]\nskipsdist = true\n[testenv]\nbasepython = python3\ncommands = python -m unittest\n';
  expect(await read('tox', { 'test_u.py': UNITTEST, 'tox.ini': tox })).toEqual(
    recorded('Ran 5 tests', ...UNITTEST_TESTS),
  );
});
test.skipIf(!has('nox'))('nox', async () => {
  const nox = 'import nox\n@nox.session\ndef tests(session): session.run("python", "-m", "unittest")\n';
  expect(await read('nox', { 'test_u.py': UNITTEST, 'noxfile.py': nox })).toEqual(
    recorded('Ran 5 tests', ...UNITTEST_TESTS),
  );
});

describe.each([
  { versions: { ava: '6.4.1', '@playwright/test': '1.65.1' } },
  { versions: { ava: '4.3.3', tap: '16.3.10' } },
])('$versions', ({ versions }) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-runners-'));
  const modules = join(folder, 'node_modules');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeAll(() => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: versions }));
    const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
    execFileSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    // a registry can be slow
  }, 600_000);

  const AVA = `import test from 'ava';
test('ok', (t) => t.pass());
test('bad', (t) => t.is(1, 2));
test.skip('skipped', (t) => t.pass());
test.todo('later');
test.failing('expected', (t) => t.fail());
test.failing('fixed', (t) => t.pass());
test('env', (t) => t.is(process.env.NODE_OPTIONS, undefined));
for (const n of [1, 2]) test(\`row \${n}\`, (t) => t.is(n, 1));
`;
  test.each(['ava', 'npm test'])('`%s`', async (command) => {
    const files = {
      'package.json': '{ "type": "module", "scripts": { "test": "ava" } }',
      'test/a.js': AVA,
      'test/b.js': "import test from 'ava';\ntest('ok', () => {});\ntest.before('setup', () => { throw 1; });\n",
      'test/c.js': 'import "nothing-here";',
      'test/d.js': "import test from 'ava';\ntest('ends', () => process.exit(0));\n",
    };
    expect(await read(command, files, modules)).toEqual(
      recorded(
        '1 hook failed',
        'passed test/a.js: ok',
        'failed test/a.js: bad',
        'skipped test/a.js: skipped',
        'skipped todo test/a.js: later',
        'skipped expected_failure test/a.js: expected',
        'failed unexpected_pass test/a.js: fixed',
        'passed test/a.js: env',
        'passed test/a.js: row 1',
        'failed test/a.js: row 2',
        'errored test/b.js: setup',
        'errored not_collected test/c.js: cannot be loaded',
        // older versions do not say that a test ended its process
        ...(versions.ava.startsWith('6') ? ['errored crashed test/d.js: ends'] : []),
      ),
    );
  });

  const PLAYWRIGHT = `const { test, expect } = require('@playwright/test');
test.describe('outer', () => {
  test('same', () => {});
  test.describe('inner', () => { test('same', () => { expect(1).toBe(2); }); });
  test.skip('skipped', () => {});
  test('expected', () => { test.fail(); expect(1).toBe(2); });
  test('fixed', () => { test.fail(); });
  test('env', () => { expect(process.env.PW_TEST_REPORTER).toBeUndefined(); });
  test('again', ({}, { retry }) => { expect(retry).toBe(1); });
});
test.describe('hooked', () => { test.beforeAll(() => { throw new Error('h'); }); test('never', () => {}); });
test('slow', async () => { test.setTimeout(300); await new Promise(() => {}); });
for (const row of [1, 2]) test('row ' + row, () => { expect(row).toBe(1); });
`;
  const withPlaywright = test.runIf('@playwright/test' in versions);
  withPlaywright.each(['playwright test --retries=1', 'playwright test --reporter=dot --retries=1'])(
    '`%s`',
    async (command) => {
      expect(await read(command, { 'a.spec.js': PLAYWRIGHT, 'package.json': '{}' }, modules)).toEqual(
        recorded(
          '5 failed',
          'passed a.spec.js: outer > same',
          'failed a.spec.js: outer > inner > same',
          'skipped a.spec.js: outer > skipped',
          'skipped expected_failure a.spec.js: outer > expected',
          'failed unexpected_pass a.spec.js: outer > fixed',
          'passed a.spec.js: outer > env',
          'passed flaky a.spec.js: outer > again',
          'failed a.spec.js: hooked > never',
          'errored timed_out a.spec.js: slow',
          'passed a.spec.js: row 1',
          'failed a.spec.js: row 2',
        ),
      );
    },
  );

  withPlaywright('Playwright with a file that cannot be loaded', async () => {
    const files = { 'a.spec.js': PLAYWRIGHT, 'b.spec.js': 'throw new Error("outside");', 'package.json': '{}' };
    expect(await read('playwright test', files, modules)).toEqual(
      recorded('outside', 'errored not_collected b.spec.js: cannot be loaded'),
    );
  });

  test.runIf('tap' in versions)('tap with a reporter for people', async () => {
    const tests =
      "const t = require('tap');\nt.test('ok', async (t) => t.pass());\nt.test('bad', async (t) => t.equal(1, 2));\n";
    expect(await read('tap --no-coverage --reporter=dot', { 'test/a.js': tests }, modules)).toEqual(
      recorded('1 failing', 'passed test/a.js > ok', 'failed test/a.js > bad'),
    );
  });
});
