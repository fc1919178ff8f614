import { readFileSync } from 'node:fs';
import type { CommandEvidence, TestReport } from '@assay/schema';
import { expect, test } from 'vitest';
import { configure, ended, evidenceOf } from '../../test/evidence.ts';
import { applyScorer } from '../grading/apply-scorer.ts';
import { readReport } from '../reports/index.ts';

const report = (counts: Partial<TestReport> = {}): TestReport => ({
  format: 'junit',
  passed: 0,
  failed: 0,
  errored: 0,
  skipped: 0,
  tests: [],
  truncated: false,
  ...counts,
});

const grade = (end: Partial<CommandEvidence>, fields: object = {}) =>
  applyScorer(
    configure({ name: 'tests', type: 'command', command: 'npm test', ...fields }),
    evidenceOf({ commands: { tests: ended(end) } }),
  );

const asked = { report: 'junit' };
const tests = [
  { name: 'adds', outcome: 'passed' as const },
  { name: 'divides', outcome: 'skipped' as const },
];

test.each([
  [0, { passed: 4, skipped: 1 }, asked, 'PASS', 1, 'exit code 0, 4 passed, 1 skipped'],
  [0, {}, asked, 'FAIL', 0, 'no_tests_ran'],
  [0, {}, {}, 'FAIL', 0, 'no_tests_ran'],
  [0, { skipped: 3 }, asked, 'FAIL', 0, 'all_skipped: 3 tests, none of them run'],
  [0, { skipped: 3 }, {}, 'FAIL', 0, 'all_skipped: 3 tests, none of them run'],
  [0, { passed: 3, failed: 1 }, asked, 'FAIL', 0.75, 'inconsistent_report: exit code 0 although 1 of 4 tests failed'],
  [0, { passed: 3, errored: 1 }, {}, 'FAIL', 0, 'inconsistent_report: exit code 0 although 1 of 4 tests failed'],
  [1, { passed: 4 }, asked, 'FAIL', 0, 'exit code 1, inconsistent_report: the report has no test that failed'],
  [1, { passed: 3, failed: 1 }, asked, 'FAIL', 0.75, 'exit code 1, 1 of 4 tests failed'],
  [1, { passed: 3, failed: 1 }, {}, 'FAIL', 0, 'exit code 1, 1 of 4 tests failed'],
  [5, {}, asked, 'FAIL', 0, 'exit code 5, no_tests_ran'],
  [0, { passed: 4 }, { ...asked, min_tests: 5 }, 'FAIL', 0, 'too_few_tests: 4 were run, at least 5 expected'],
  [0, { passed: 4 }, { min_tests: 4 }, 'PASS', 1, 'exit code 0, 4 passed, 0 skipped'],
  [0, { passed: 1, tests }, { ...asked, must_pass: ['adds'] }, 'PASS', 1, 'exit code 0, 1 passed, 0 skipped'],
  [
    0,
    { passed: 1, skipped: 1, tests },
    { ...asked, must_pass: ['adds', 'divides', 'flies'] },
    'FAIL',
    0,
    'must_pass: "divides" was skipped, "flies" is not in the report',
  ],
  [0, {}, { report: 'none' }, 'PASS', 1, 'exit code 0'],
] as const)('exit code %i and %j, asked for %j: %s %d, %s', (exit_code, counts, fields, verdict, score, reason) => {
  expect(grade({ exit_code, report: report(counts as Partial<TestReport>) }, fields)).toMatchObject({
    verdict,
    score,
    reason,
  });
});

test.each([
  ['mocha-dot.txt', 'inconsistent_report: exit code 0 although 3 of 6 tests failed'],
  ['mocha-none.txt', 'no_tests_ran'],
  ['rspec.txt', 'inconsistent_report: exit code 0 although 2 of 4 tests failed'],
  ['surefire-none.txt', 'no_tests_ran'],
])('exit code 0 does not make up for the output in %s', (name, reason) => {
  const printed = readFileSync(new URL(`../../../../fixtures/reports/${name}`, import.meta.url), 'utf8');
  const found = readReport(printed);
  expect(grade({ exit_code: 0, ...(found === null ? {} : { report: found }) })).toMatchObject({
    verdict: 'FAIL',
    reason,
  });
});

test.each([
  [asked, 'expected a junit report in what the command printed'],
  [{ ...asked, report_file: 'out/junit.xml' }, 'expected a junit report in out/junit.xml'],
  [{ min_tests: 1 }, 'expected a test report in what the command printed'],
  [{ must_pass: ['adds'] }, 'expected a test report in what the command printed'],
])('without a report, %j is ERROR for a command that exits with 0 and FAIL for others', (fields, reason) => {
  expect(grade({}, fields)).toMatchObject({
    verdict: 'ERROR',
    reason: `${reason}, found none that can be read; see that the command makes one`,
  });
  expect(grade({ exit_code: 2 }, fields)).toMatchObject({ verdict: 'FAIL', score: 0, reason: 'exit code 2' });
});

test('a report of another format is no evidence', () => {
  expect(grade({ report: report({ format: 'tap', passed: 1 }) }, asked)).toMatchObject({ verdict: 'ERROR' });
});

test.each([
  { exit_code: null, signal: 'SIGKILL' },
  { exit_code: null, signal: 'SIGKILL', timed_out: true, ended_by: 'timeout' as const },
  { exit_code: null, signal: 'SIGKILL', ended_by: 'memory' as const },
])('a report does not make up for %j', (end) => {
  expect(grade({ ...end, report: report({ passed: 99 }) }, asked)).toMatchObject({ verdict: 'FAIL', score: 0 });
});

test.each([
  [[], 'FAIL', 'inconsistent_report: "adds" failed, but no test was counted as such'],
  [[{ name: 'adds', outcome: 'passed' }], 'PASS', 'exit code 0, 2 passed, 0 skipped'],
] as const)('a test that failed although none is counted as such, and then %j: %s', (more, verdict, reason) => {
  const tests = [{ name: 'adds', outcome: 'failed' } as const, ...more];
  expect(grade({ report: report({ passed: 2, tests }) })).toMatchObject({ verdict, reason });
});

test('a runner that names only the tests of failing files may name none', () => {
  const tests = [
    { name: 'adds', outcome: 'passed' },
    { name: 'rounds', outcome: 'failed' },
  ] as const;
  const graded = applyScorer(
    configure({ name: 'tests', type: 'command', command: 'npm test' }),
    evidenceOf({
      commands: { tests: ended({ report: report({ format: 'vitest', passed: 2 }) }) },
      baseline_commands: {
        tests: ended({ exit_code: 1, report: report({ format: 'vitest', passed: 1, failed: 1, tests: [...tests] }) }),
      },
    }),
  );
  expect(graded).toMatchObject({ verdict: 'PASS' });
});

const attempt = (end: Partial<CommandEvidence> = {}): CommandEvidence['attempts'][number] => ended(end);

test.each([
  [[attempt(), attempt(), attempt()], 'PASS', '3 times exit code 0'],
  [[attempt(), attempt({ exit_code: 1 })], 'FAIL', 'attempt 2 of 3: exit code 1'],
  [[attempt(), attempt({ report: report() }), attempt()], 'FAIL', 'attempt 2 of 3: no_tests_ran'],
  [[attempt(), attempt()], 'ERROR', 'expected 3 attempts, found 2; gather it again'],
])('every attempt must pass: %#', (attempts, verdict, reason) => {
  expect(grade({ attempts }, { repeat: 3 })).toMatchObject({ verdict, reason });
});

const listed = (...names: string[]) => names.map((name) => ({ name, outcome: 'passed' as const }));
const before = report({ passed: 1, failed: 1, tests: [...listed('adds'), { name: 'rounds', outcome: 'failed' }] });

test.each([
  [{ passed: 2, tests: listed('adds', 'rounds') }, {}, 'PASS', 'exit code 0, 2 passed, 0 skipped'],
  [{ passed: 3, tests: listed('adds', 'rounds', 'new') }, {}, 'PASS', 'exit code 0, 3 passed, 0 skipped'],
  // two of the same name
  [{ passed: 3, tests: listed('adds', 'rounds') }, {}, 'PASS', 'exit code 0, 3 passed, 0 skipped'],
  [{ passed: 1, tests: listed('adds') }, {}, 'FAIL', 'tests_not_run: 1 of 2 tests of the baseline: "rounds"'],
  [{ passed: 2, tests: listed('adds', 'other') }, {}, 'FAIL', 'tests_not_run: 1 of 2 tests of the baseline: "rounds"'],
  [
    { passed: 1, skipped: 1, tests: [...listed('adds'), { name: 'rounds', outcome: 'skipped' }] },
    {},
    'FAIL',
    'tests_not_run: 1 of 2 tests of the baseline: "rounds"',
  ],
  [{ passed: 1 }, {}, 'FAIL', 'tests_not_run: 1 ran, 2 at the baseline'],
  [{ passed: 2 }, {}, 'FAIL', 'tests_not_run: the report names 0 of its 2 tests; at the baseline it named all'],
  [{ passed: 2, truncated: true }, {}, 'PASS', 'exit code 0, 2 passed, 0 skipped'],
  [null, {}, 'FAIL', 'report_missing: exit code 0 without the report of the junit tests'],
  [null, { same_tests: false }, 'PASS', 'exit code 0'],
  [{ passed: 1, tests: listed('adds') }, { same_tests: false }, 'PASS', 'exit code 0, 1 passed, 0 skipped'],
] as const)('after two tests at the baseline, %j with %j: %s, %s', (counts, fields, verdict, reason) => {
  const now = counts === null ? null : report(counts as unknown as Partial<TestReport>);
  const graded = applyScorer(
    configure({ name: 'tests', type: 'command', command: 'npm test', ...fields }),
    evidenceOf({
      commands: { tests: ended({ report: now }) },
      baseline_commands: { tests: ended({ exit_code: 1, report: before }) },
    }),
  );
  expect(graded).toMatchObject({ verdict, reason });
});
