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
  ['go.json', 'gotest', '2 1 1 1', 'example.com/app::TestTable/one'],
  ['go.txt', 'gotest', '2 1 1 1', 'TestTable/one'],
  ['go-none.txt', 'gotest', '0 0 0 0', null],
  ['cargo.txt', 'cargo', '3 1 0 1', 'src/lib.rs - a (line 1)'],
  ['unittest.txt', 'unittest', '1 2 1 2', 'test_a.T.test_ok'],
  ['unittest-none.txt', 'unittest', '0 0 0 0', null],
  ['tap14.txt', 'tap', '3 2 0 2', 'outer > inner > deep'],
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

test('TAP 12 is read only on request, because its lines are ambiguous', () => {
  const text = recording('tap12.txt');
  expect(readReport(text)).toBeNull();
  expect(readReport(text, { format: 'tap' })).toMatchObject({ passed: 2, failed: 0, errored: 2, skipped: 0 });
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
])('%j is no report: %s', (text) => {
  expect(readReport(text)).toBeNull();
});

test('adds up several runners of one command', () => {
  const text = `${recording('node-none.txt')}${recording('vitest.txt')}${recording('cargo.txt')}`;
  expect(readReport(text)).toMatchObject({ passed: 5, failed: 2, skipped: 3 });
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
