import { readFileSync } from 'node:fs';
import { ReportFormat, TestReport } from '@assay/schema';
import { expect, test } from 'vitest';
import { findTest } from './find-test.ts';
import { REPORT_READERS, readReport } from './index.ts';

const recording = (name: string): string =>
  readFileSync(new URL(`../../../../fixtures/reports/${name}`, import.meta.url), 'utf8');

test.each([
  ['pytest.txt', 'pytest', '4 1 1 2', 'test_b.py::test_par[2]'],
  ['pytest-v.txt', 'pytest', '4 1 1 2', 'test_b.py::test_ok'],
  ['pytest-none.txt', 'pytest', '0 0 0 0', null],
  ['pytest-deselected.txt', 'pytest', '0 0 0 0', null],
  ['pytest-junit.xml', 'junit', '4 1 1 2', 'test_b::test_par[1]'],
  ['pytest-subtests-red.txt', 'pytest', '5 9 3 1', null],
  ['pytest-subtests-v-red.txt', 'pytest', '5 9 3 3', 'test_p.py::test_named[z [1]]'],
  ['pytest-subtests-rA-red.txt', 'pytest', '5 9 3 1', 'test_p.py::test_named[z [1]]'],
  ['pytest-subtests-v-green.txt', 'pytest', '17 0 0 3', 'test_p.py::test_named[x - y]'],
  ['pytest-subtests-junit-red.xml', 'junit', '3 7 5 3', 'test_p::test_named[z [1]]'],
  ['node-spec.txt', 'node', '2 2 0 2', 'suite > inner'],
  ['node-none.txt', 'node', '0 0 0 0', null],
  ['node-tap.txt', 'tap', '2 2 0 2', 'suite > inner'],
  ['node-junit.xml', 'junit', '2 2 0 2', 'suite::inner'],
  ['vitest.txt', 'vitest', '2 1 0 2', null],
  ['vitest-verbose.txt', 'vitest', '2 1 0 2', 'suite > inner'],
  ['vitest.json', 'vitest', '2 1 0 2', 'suite > inner'],
  ['vitest-junit.xml', 'junit', '2 1 0 2', 'a.test.ts::suite > inner'],
  ['vitest-tap.txt', 'tap', '2 1 0 2', 'a.test.ts > suite > inner'],
  ['vitest-none.txt', 'vitest', '0 0 0 0', null],
  ['jest.txt', 'jest', '3 1 0 2', 'maths > nested > multiplies'],
  ['jest.json', 'jest', '2 1 1 2', 'maths > nested > multiplies'],
  ['ctrf.json', 'ctrf', '1 1 0 2', 'logs in'],
  ['go.json', 'gotest', '2 1 1 1', 'TestTable/one'],
  ['go.txt', 'gotest', '2 1 1 1', 'example.com/app::TestTable/one'],
  ['go-none.txt', 'gotest', '0 0 0 0', null],
  ['cargo.txt', 'cargo', '3 1 0 1', 'src/lib.rs - a'],
  ['unittest.txt', 'unittest', '1 2 1 2', 'test_a.T.test_ok'],
  ['unittest-none.txt', 'unittest', '0 0 0 0', null],
  ['unittest-noise.txt', 'unittest', '2 1 0 0', 'test_a.T.test_ok'],
  ['unittest-subtests-red.txt', 'unittest', '0 5 2 3', null],
  ['unittest-subtests-v-red.txt', 'unittest', '1 5 2 2', 'test_a.Squares.test_ok'],
  ['unittest-subtests-3.8-red.txt', 'unittest', '1 5 2 2', 'test_a.Squares.test_ok'],
  ['unittest-subtests-v-green.txt', 'unittest', '8 0 0 2', 'test_a.Squares.test_each'],
  ['mocha-spec.txt', 'mocha', '3 3 0 2', 'suite > deeper > slow'],
  ['mocha-list.txt', 'mocha', '3 3 0 2', 'suite deeper slow'],
  ['mocha-dot.txt', 'mocha', '3 3 0 2', null],
  ['mocha-min.txt', 'mocha', '3 3 0 2', null],
  ['mocha.json', 'mocha', '3 3 0 2', 'suite deeper slow'],
  ['mocha-tap.txt', 'tap', '3 3 0 2', 'suite deeper slow'],
  ['mocha-none.txt', 'mocha', '0 0 0 0', null],
  ['jasmine.txt', 'jasmine', '3 3 1 2', null],
  ['jasmine-none.txt', 'jasmine', '0 0 0 0', null],
  ['ava.txt', 'ava', '3 1 0 3', 'a > suite > inner'],
  ['ava-tap.txt', 'tap', '4 1 0 2', 'a › suite › inner'],
  ['tape.txt', 'tap', '2 1 0 2', 'inner'],
  ['bun.txt', 'bun', '2 2 1 2', 'suite > inner'],
  ['bun-color.txt', 'bun', '2 2 1 2', 'suite > inner'],
  ['bun-dots.txt', 'bun', '2 2 1 2', null],
  ['bun-none.txt', 'bun', '0 0 0 0', null],
  ['deno.txt', 'deno', '4 2 0 1', 'good suite > inner > deeper'],
  ['deno-dot.txt', 'deno', '4 2 0 1', null],
  ['deno-none.txt', 'deno', '0 0 0 0', null],
  ['playwright-list.txt', 'playwright', '3 2 0 2', 'suite > inner'],
  ['playwright-color.txt', 'playwright', '3 2 0 2', 'suite > inner'],
  ['playwright-line.txt', 'playwright', '3 2 0 2', null],
  ['playwright-dot.txt', 'playwright', '3 2 0 2', null],
  ['playwright-none.txt', 'playwright', '0 0 0 0', null],
  ['rspec.txt', 'rspec', '2 2 0 3', null],
  ['rspec-doc.txt', 'rspec', '2 2 0 3', 'Calculator > #divide > inner'],
  ['rspec.json', 'rspec', '2 2 0 3', 'Calculator #divide inner'],
  ['rspec-error.txt', 'rspec', '0 0 1 0', null],
  ['rspec-none.txt', 'rspec', '0 0 0 0', null],
  ['minitest.txt', 'minitest', '2 2 1 1', null],
  ['minitest-v.txt', 'minitest', '2 2 1 1', 'suite#test_0001_inner'],
  ['minitest-none.txt', 'minitest', '0 0 0 0', null],
  ['test-unit.txt', 'minitest', '1 1 1 2', null],
  ['phpunit.txt', 'phpunit', '3 1 1 3', null],
  ['phpunit-testdox.txt', 'phpunit', '3 1 1 3', 'Calculator > Pairs with data set "two"'],
  ['phpunit-pass.txt', 'phpunit', '1 0 0 0', null],
  ['phpunit-none.txt', 'phpunit', '0 0 0 0', null],
  ['ctest.txt', 'ctest', '3 1 3 2', 'suite.inner'],
  ['ctest-none.txt', 'ctest', '0 0 0 0', null],
  ['surefire.txt', 'surefire', '3 2 1 1', null],
  ['surefire-color.txt', 'surefire', '3 2 1 1', null],
  ['surefire-none.txt', 'surefire', '0 0 0 0', null],
  ['gradle.txt', 'gradle', '2 2 0 1', null],
  ['gradle-all.txt', 'gradle', '2 2 0 1', 'app.CalculatorTest > adds'],
  ['dotnet.txt', 'dotnet', '2 1 0 0', null],
  ['exunit.txt', 'exunit', '2 3 1 2', null],
  ['exunit-trace.txt', 'exunit', '2 3 1 2', 'CalculatorTest > test divide inner'],
  ['exunit-none.txt', 'exunit', '0 0 0 0', null],
  ['bats.txt', 'tap', '2 2 0 1', 'suite: inner'],
  ['bats-pretty.txt', 'bats', '2 2 0 1', 'suite: inner'],
  ['bats-none.txt', 'tap', '0 0 0 0', null],
  ['nose2.txt', 'unittest', '1 1 1 2', null],
  ['trial.txt', 'unittest', '1 1 1 1', 'test_a.T.test_ok'],
  ['tap14.txt', 'tap', '2 2 0 2', 'outer > inner'],
] as const)('%s is a report of %s: %s passed, failed, errored, skipped', (name, format, counts, passed) => {
  const text = recording(name);
  const found = readReport(text);
  expect(TestReport.parse(found)).toEqual(found);
  expect(found).toMatchObject({ format, truncated: false });
  expect(`${found?.passed} ${found?.failed} ${found?.errored} ${found?.skipped}`).toBe(counts);
  if (passed !== null && found !== null) expect(findTest(found, passed)).toBe('passed');
  expect(readReport(text, { format })).toEqual(found);
  expect(readReport(`> app@1.0.0 test\n> run\n\n${text}\nnpm notice\n`)).toEqual(found);
});

test('TAP 12 without all planned tests is read only on request, because its lines are ambiguous', () => {
  const text = recording('tap12.txt');
  expect(readReport(text)).toBeNull();
  expect(readReport(text, { format: 'tap' })).toMatchObject({ passed: 2, failed: 0, errored: 2, skipped: 0 });
});

test('the assertions of a subtest are part of it, and beside other subtests they are a test', () => {
  const text = `TAP version 14
# Subtest: test/a.js
    # Subtest: outer
        ok 1 - an assertion
        # Subtest: same
            not ok 1 - should be equal
            ok 2 - an assertion
            1..2
        not ok 2 - same # time=1.5ms
        # Subtest: same
            ok 1 - an assertion
            1..1
        ok 3 - same # time=1ms
        1..3
    not ok 1 - outer # time=3ms
    ok 2 - skipped # SKIP
    1..2
not ok 1 - test/a.js # time=9ms
# Subtest: test/b.js
    1..0 # no tests found
not ok 2 - test/b.js # time=2ms
1..2
`;
  expect(readReport(text)?.tests.map(({ outcome, name }) => `${outcome} ${name}`)).toEqual([
    'failed test/a.js > outer > same',
    'passed test/a.js > outer > same',
    'passed test/a.js > outer',
    'skipped test/a.js > skipped',
    'failed test/b.js',
  ]);
});

test.each([
  ['not ', 'failed'],
  ['', 'passed'],
])('an assertion beside the subtests of a file that is %sok: the file %s', (not, outcome) => {
  const text = `TAP version 14
# Subtest: test/a.js
    ${not}ok 1 - an assertion
    # Subtest: inner
        ok 1 - an assertion
        1..1
    ok 2 - inner
    1..2
${not}ok 1 - test/a.js
1..1
`;
  expect(readReport(text)?.tests.map((each) => `${each.outcome} ${each.name}`)).toEqual([
    'passed test/a.js > inner',
    `${outcome} test/a.js`,
  ]);
});

test.each([
  ['Test summary: total: 17, failed: 1, succeeded: 14, skipped: 2, duration: 1.0s\n', '14 1 0 2'],
  ['Test run summary: Failed!\n\n  total: 5\n  failed: 1\n  succeeded: 3\n  skipped: 1\n', '3 1 0 1'],
  [
    'No test is available in /workspace/a.dll. Make sure that test discoverer & executors are registered and …\n',
    '0 0 0 0',
  ],
])('%j is a report of .NET', (text, counts) => {
  const found = readReport(text);
  expect(found).toMatchObject({ format: 'dotnet' });
  expect(`${found?.passed} ${found?.failed} ${found?.errored} ${found?.skipped}`).toBe(counts);
});

test.each([
  ['7 tests, 1 failure, 1 invalid, 1 skipped (2 excluded)', '4 1 1 3'],
  ['1 doctest, 2 properties, 3 tests, 0 failures', '6 0 0 0'],
  ['Result: 5 passed, 1 excluded', '5 0 0 1'],
  ['Result: 3/5 passed', '3 2 0 0'],
  ['Result: 0 tests, 5 excluded', '0 0 0 5'],
])('%s is a summary of ExUnit', (summary, counts) => {
  const found = readReport(`Finished in 0.5 seconds (0.1s async, 0.4s sync)\n${summary}\n`);
  expect(found).toMatchObject({ format: 'exunit' });
  expect(`${found?.passed} ${found?.failed} ${found?.errored} ${found?.skipped}`).toBe(counts);
});

test.each([
  ['mocha-dot.txt', 'suite > deeper > inner bad'],
  ['jasmine.txt', 'suite deeper inner bad'],
  ['bun-dots.txt', 'suite > deeper > inner bad'],
  ['playwright-line.txt', 'suite > deeper > inner bad'],
  ['rspec.txt', 'Calculator #divide by zero inner bad'],
  ['minitest.txt', 'suite::deeper#test_0001_inner bad'],
  ['phpunit.txt', 'CalculatorTest::testBreaks'],
  ['surefire.txt', 'app.CalculatorTest$Divide.innerBad'],
  ['gradle.txt', 'app.CalculatorTest > breaks'],
  ['dotnet.txt', 'TestDoesNotStartWithUpper'],
  ['exunit.txt', 'CalculatorTest > test divide inner bad'],
  ['unittest.txt', 'test_a.T.test_bad'],
  ['unittest-subtests-red.txt', 'test_a.Squares.test_each'],
  ['unittest-subtests-v-red.txt', 'test_a.Squares.test_mixed'],
  ['unittest-subtests-3.8-red.txt', 'test_a.Squares.test_mixed'],
  ['nose2-subtests-red.txt', 'test_a.Squares.test_each'],
  ['pytest-subtests-red.txt', 'test_a.py::Squares::test_each'],
  ['pytest-subtests-v-red.txt', 'test_a.py::Squares::test_mixed'],
  ['pytest-subtests-rA-red.txt', 'test_p.py::test_named[x - y]'],
  ['pytest-subtests-junit-red.xml', 'test_a.Squares::test_each'],
])('%s names tests that failed', (name, failed) => {
  const report = readReport(recording(name));
  expect(report && findTest(report, failed)).toBe('failed');
});

test.each([
  ['unittest-subtests-v-red.txt', 9],
  ['unittest-subtests-3.8-red.txt', 9],
  ['pytest-subtests-v-red.txt', 18],
  ['pytest-subtests-junit-red.xml', 18],
])('%s names each of its %i tests once, and no subtest', (name, count) => {
  const names = readReport(recording(name))?.tests.map((each) => each.name) ?? [];
  expect(names).toHaveLength(count);
  expect(new Set(names).size).toBe(count);
});

test('pytest with pytest-subtests names the description of a subtest first', () => {
  const text =
    'FAILED t.py::T::test_b - x\n[square] (n=2) SUBFAIL t.py::T::test_a - AssertionError: 4 != 2\n(n=3) SUBFAIL t.py::T::test_a - x\n3 failed, 2 passed in 0.10s\n';
  const report = readReport(text);
  expect(report).toMatchObject({ passed: 1, failed: 2 });
  expect(report && findTest(report, 't.py::T::test_a')).toBe('failed');
});

test('modules that unittest or pytest could not load are errors, but no tests', () => {
  const unloaded = `nope (unittest.loader._FailedTest.nope) ... ERROR\n\n${'='.repeat(70)}\nERROR: nope (unittest.loader._FailedTest.nope)\n${'-'.repeat(70)}\nImportError: nope\n\n${'-'.repeat(70)}\nRan 1 test in 0.000s\n\nFAILED (errors=1)\n`;
  const uncollected =
    '<testsuites><testsuite name="pytest" errors="1" tests="1"><testcase classname="" name="test_i"><error message="collection failure">x</error></testcase></testsuite></testsuites>';
  for (const text of [unloaded, uncollected])
    expect(readReport(text)).toMatchObject({ passed: 0, failed: 0, errored: 1, tests: [] });
});

test('a class of unittest that is skipped as a whole says so', () => {
  const text = "setUpClass (test_s.A) ... skipped 'no'\n\n----\nRan 0 tests in 0.000s\n\nOK (skipped=1)\n";
  expect(readReport(text)).toMatchObject({ passed: 0, errored: 0, skipped: 1 });
});

test('Cypress prints the summary of mocha for each file', () => {
  const file = '  Login\n    ✓ works (2306ms)\n\n\n  1 passing (4s)\n\n\n  (Results)\n\n  │ Tests:        1       │\n';
  const report = readReport(`${file}${file.replace('Login', 'Logout')}`);
  expect(report).toMatchObject({ format: 'mocha', passed: 2 });
  expect(report?.tests.map(({ name }) => name)).toEqual(['Login > works', 'Logout > works']);
});

test('a build by Gradle in which all listed tests passed has no summary', () => {
  const text = '> Task :test\n\nATest > one() PASSED\n\nATest > two() PASSED\n\nBUILD SUCCESSFUL in 3s\n';
  expect(readReport(text)).toMatchObject({ format: 'gradle', passed: 2, failed: 0 });
});

test('a name that passed and failed has failed', () => {
  const text = 'bun test v1.4.4\n(fail) a\n(pass) a\n 1 pass\n 1 fail\nRan 2 tests across 2 files. [1.00ms]\n';
  const report = readReport(text);
  expect(report && findTest(report, 'a')).toBe('failed');
});

test('every format has a reader', () => {
  expect(new Set(REPORT_READERS.map(({ format }) => format))).toEqual(new Set(ReportFormat.options));
});

test.each([
  ['', 'nothing'],
  ['> app@1.0.0 build\n> tsc -b\n', 'a build'],
  ['ok\nOK\nPASS\nfailed 3\n3 passed\n0 tests\n', 'words of tests'],
  ['Tests: none so far\nTests  passed\nall tests passed in 3s\n', 'sentences'],
  ['ok  \texample.com/app\t0.002s\n', 'Go without -v counts no tests'],
  ['Ran 3 tests in 0.1s\nand then something else\n', 'the first half of a summary'],
  ['ℹ tests 3\nℹ pass 3\n', 'part of a summary'],
  ['ok 1 - looks like TAP\n', 'TAP that does not say so'],
  ['{"results": {"summary": 3}}', 'JSON of another kind'],
  ['{"Action":"deploy","Package":"app"}\n', 'events of another kind'],
  ['<testsuites', 'a document that has only begun'],
  ['<html><body>test</body></html>', 'another document'],
  ['test result: pending. 1 passed\n', 'a line that begins like one'],
  ['3 passing\n  3 passing\n3 passing (2ms)\nbuild 1\n  3 passing (2ms)\n', 'words of mocha'],
  ['3 specs, 0 failures\nNo specs found\n3 examples, 0 failures\n', 'words of Jasmine and RSpec'],
  ['\n5 tests, 0 failures\n', 'words of Bats and ExUnit'],
  ['  2 passed (3s)\n  1 failed\n  1 test passed\n', 'words of Playwright and AVA'],
  [' 2 pass\n 0 fail\nok | 2 passed\nNo tests found!\n', 'words of Bun and Deno'],
  ['OK (done)\nTests: 3, Failures: 0\nNo tests executed!\n', 'words of PHPUnit'],
  ['5 runs, 3 assertions\n100% tests passed\nNo tests were found!!!\n', 'words of Minitest and CTest'],
  ['[INFO] No tests to run.\nBUILD SUCCESSFUL in 3s\na > b\n', 'builds without tests'],
  ['> Task :compile FAILED\nBUILD FAILED in 3s\n3 tests completed\n', 'a build that failed'],
  ['Test summary: total: 3\nTest Run Failed.\n', 'words of .NET'],
  ['1..3\nok 1 a\nok 2 b\n', 'TAP 12 whose last test is missing'],
  ['1..2\nok 1 a\nok 3 b\n', 'numbers that do not follow'],
  ['{"stats":{"passes":3},"passes":[],"failures":[]}', 'JSON that is almost of mocha'],
])('%j is no report: %s', (text) => {
  expect(readReport(text)).toBeNull();
});

test('adds up several runners of one command', () => {
  const text = `${recording('node-none.txt')}${recording('vitest.txt')}${recording('cargo.txt')}`;
  expect(readReport(text)).toMatchObject({ passed: 5, failed: 2, skipped: 3 });
});

test('adds up mocha, RSpec and two runs of Deno', () => {
  const names = ['mocha-spec.txt', 'rspec.txt', 'deno.txt', 'deno-dot.txt'];
  expect(readReport(names.map(recording).join('\n'))).toMatchObject({ passed: 13, failed: 9, skipped: 7 });
});

test('does not count human-readable output next to a machine-readable report', () => {
  expect(readReport(`${recording('jest.json')}\n${recording('jest.txt')}`)).toMatchObject({ passed: 2, failed: 1 });
});

test('ignores other formats than the requested one', () => {
  expect(readReport(recording('vitest.txt'), { format: 'jest' })).toBeNull();
  expect(readReport(recording('pytest-junit.xml'), { format: 'pytest' })).toBeNull();
});

test('a test with several outcomes has the worst one', () => {
  const report = readReport('TAP version 13\nok 1 - a\nnot ok 2 - a\nok 3 - b # SKIP\nok 4 - b\n1..4\n');
  expect(['a', 'b', 'c'].map((name) => report && findTest(report, name))).toEqual(['failed', 'skipped', 'missing']);
});

test('lists part of many tests, plus those looked up', () => {
  const text = `TAP version 13\n${Array.from({ length: 20_000 }, (_, at) => `ok ${at} - t${at}`).join('\n')}\n1..20000\n`;
  const report = readReport(text, { wanted: ['t19999'] });
  expect(report).toMatchObject({ passed: 20_000, truncated: true });
  expect(report?.tests).toHaveLength(5001);
  expect(report && findTest(report, 't19999')).toBe('passed');
});

test('reads both ends of a flood of lines', () => {
  const flood = `${recording('cargo.txt')}${'.\n'.repeat(1_000_000)}${recording('cargo.txt')}`;
  expect(readReport(flood)).toMatchObject({ passed: 6, failed: 2, truncated: true });
});

test('tape: the assertions below a title are one test, and a program that ends in one crashed', () => {
  const report = readReport(
    'TAP version 13\n# parses\nok 1 equal\nok 2 equal\n# throws\nnot ok 3 equal\n# ends\nok 4 equal\n',
  );
  expect(report).toMatchObject({ passed: 1, failed: 1, errored: 1 });
  expect(report?.tests).toEqual([
    { name: 'parses', outcome: 'passed' },
    { name: 'throws', outcome: 'failed' },
    { name: 'ends', outcome: 'errored', state: 'crashed' },
  ]);
});
