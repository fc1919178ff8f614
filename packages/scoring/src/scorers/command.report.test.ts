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

const listed = (...names: string[]) => names.map((name) => ({ name, outcome: 'passed' as const }));
const failing = (name: string) => ({ name, outcome: 'failed' as const });

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
    reason: `${reason}, read from text`,
  });
});

test.each([
  ['reporter', 'exit code 0, 3 passed, 0 skipped'],
  ['output', 'exit code 0, 3 passed, 0 skipped'],
  ['text', 'exit code 0, 3 passed, 0 skipped, read from text'],
] as const)('a report from %s: %s', (source, reason) => {
  expect(grade({ exit_code: 0, report: report({ passed: 3, source }) })).toMatchObject({ verdict: 'PASS', reason });
});

test.each([
  [asked, 'expected a junit report in what the command printed'],
  [{ ...asked, report_file: 'out/junit.xml' }, 'expected a junit report in out/junit.xml'],
  [{ min_tests: 1 }, 'expected a test report in what the command printed'],
  [{ must_pass: ['adds'] }, 'expected a test report in what the command printed'],
])('without a report, %j fails, unless the command makes none at the baseline either', (fields, reason) => {
  const after = (before: Partial<CommandEvidence>) =>
    applyScorer(
      configure({ name: 'tests', type: 'command', command: 'npm test', ...fields }),
      evidenceOf({ commands: { tests: ended({}) }, baseline_commands: { tests: ended(before) } }),
    );
  const missing = { verdict: 'FAIL', reason: `report_missing: exit code 0; ${reason}, found none that can be read` };
  expect(grade({}, fields)).toMatchObject(missing);
  expect(after({ exit_code: 1 })).toMatchObject(missing);
  expect(after({ exit_code: 0 })).toMatchObject({
    verdict: 'ERROR',
    reason: `${reason}, found none that can be read, as at the baseline; see that the command makes one`,
  });
  expect(grade({ exit_code: 2 }, fields)).toMatchObject({ verdict: 'FAIL', score: 0, reason: 'exit code 2' });
});

test('a command that could not run in what the agent left fails, in either tree', () => {
  const obstacle = { exit_code: null, obstacle: 'the workspace cannot be copied' };
  const reason = 'could not run in what the agent left: the workspace cannot be copied';
  expect(grade(obstacle)).toMatchObject({ verdict: 'FAIL', score: 0, reason });
  expect(grade({ clean: ended(obstacle) })).toMatchObject({
    verdict: 'FAIL',
    reason: `passes only in the agent's own tree; in a clean checkout of its change: ${reason}`,
  });
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

const RECORDINGS = new URL('../../../../fixtures/reports/', import.meta.url);

const gradeAfter = (now: TestReport | null, then: TestReport | null) =>
  applyScorer(
    configure({ name: 'tests', type: 'command', command: 'npm test' }),
    evidenceOf({
      commands: { tests: ended({ report: now }) },
      baseline_commands: { tests: ended({ exit_code: 1, report: then }) },
    }),
  );

test.each([
  ['unittest-subtests', 'txt', 7],
  ['unittest-subtests-v', 'txt', 8],
  ['unittest-subtests-3.8', 'txt', 8],
  ['nose2-subtests', 'txt', 7],
  ['trial-subtests', 'txt', 8],
  ['pytest-subtests', 'txt', 17],
  ['pytest-subtests-v', 'txt', 17],
  ['pytest-subtests-rA', 'txt', 17],
  ['pytest-subtests-junit', 'xml', 15],
])('%s: a fix of failing subtests, set-ups and tear-downs runs all tests of the baseline', (name, type, passed) => {
  const read = (state: string) => readReport(readFileSync(new URL(`${name}-${state}.${type}`, RECORDINGS), 'utf8'));
  const [then, now] = [read('red'), read('green')];
  expect(gradeAfter(now, then)).toMatchObject({ verdict: 'PASS', reason: expect.stringContaining(`${passed} passed`) });
  if (now === null || !now.tests.some(({ outcome }) => outcome === 'passed')) return;
  const left_out = now.tests.filter(({ name }) => !name.includes('Squares') || !name.endsWith('test_each'));
  expect(left_out).toHaveLength(now.tests.length - 1);
  expect(gradeAfter({ ...now, passed: now.passed - 1, tests: left_out }, then)).toMatchObject({
    verdict: 'FAIL',
    reason: expect.stringMatching(
      /^tests_not_run: 1 of \d+ tests of the baseline: "test_a\S+test_each"(, read from text)?$/,
    ),
  });
});

test.each([
  // an error outside of tests is none
  [{ passed: 1, errored: 2, tests: listed('adds') }, { passed: 1, tests: listed('adds') }, undefined],
  [{ passed: 4, failed: 1, errored: 1 }, { passed: 5 }, undefined],
  [{ passed: 4, failed: 1 }, { passed: 4 }, '4 ran, 5 at the baseline'],
  // each try is listed, and the test counted once
  [{ failed: 1, tests: [failing('adds'), failing('adds')] }, { passed: 1, tests: listed('adds') }, undefined],
  // two tests of one name
  [
    { passed: 2, tests: listed('adds', 'adds') },
    { passed: 1, tests: listed('adds') },
    '1 of 2 tests of the baseline: "adds"',
  ],
  [
    { passed: 2, tests: listed('adds', 'rounds') },
    { passed: 2, tests: listed('adds', 'adds') },
    '1 of 2 tests of the baseline: "rounds"',
  ],
])('after %j, %j: %s', (then, now, unrun) => {
  const graded = gradeAfter(report(now), report(then));
  if (unrun === undefined) expect(graded).toMatchObject({ verdict: 'PASS' });
  else expect(graded).toMatchObject({ verdict: 'FAIL', reason: `tests_not_run: ${unrun}` });
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
