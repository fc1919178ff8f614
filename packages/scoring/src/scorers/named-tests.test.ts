import type { CommandEvidence, TestReport } from '@assay/schema';
import { expect, test } from 'vitest';
import { configure, ended, evidenceOf } from '../../test/evidence.ts';
import { applyScorer } from '../grading/apply-scorer.ts';

const report: TestReport = {
  format: 'pytest',
  passed: 2,
  failed: 1,
  errored: 0,
  skipped: 1,
  tests: [
    { name: 'adds', outcome: 'passed' },
    { name: 'subtracts', outcome: 'passed' },
    { name: 'divides', outcome: 'failed' },
    { name: 'powers', outcome: 'skipped' },
  ],
  truncated: false,
};

const grade = (
  type: string,
  fields: object,
  end: Partial<CommandEvidence> = { exit_code: 1, report },
  before: Partial<CommandEvidence> | null = null,
) =>
  applyScorer(
    configure({ name: 'named', type, command: 'tests', ...fields }),
    evidenceOf({
      commands: { tests: ended(end) },
      baseline_commands: before === null ? {} : { tests: ended(before) },
    }),
  );

const outcomes = (tests: Readonly<Record<string, TestReport['tests'][number]['outcome']>>): TestReport => ({
  ...report,
  tests: Object.entries(tests).map(([name, outcome]) => ({ name, outcome })),
});

test.each([
  [{ exit_code: 0, report }, '; exit code 0 although 1 of 3 tests failed'],
  [{ exit_code: 3, report: { ...report, failed: 0 } }, '; exit code 3 although none of 2 tests failed'],
  [{ exit_code: 0, report: { ...report, failed: 0 } }, ''],
])('an exit code that contradicts the report is part of the reason: %j', (end, note) => {
  const { verdict, reason } = grade('fail_to_pass', { tests: ['adds'] }, end);
  expect([verdict, reason]).toEqual(['PASS', `all 1 tests passed${note}`]);
});

test.each(['fail_to_pass', 'pass_to_pass'])('%s matches tests by exact name', (type) => {
  expect(grade(type, { tests: ['adds', 'subtracts'] })).toMatchObject({
    verdict: 'PASS',
    required: false,
    reason: 'all 2 tests passed',
  });
  expect(grade(type, { tests: ['adds', 'divides', 'powers', 'flies'] })).toMatchObject({
    verdict: 'FAIL',
    score: 0.25,
    reason: '3 of 4 tests did not pass: "divides" failed, "powers" was skipped, "flies" is not in the report',
  });
});

test.each([
  [{ report: null }, 'FAIL', 'no report of the tests: exit code 0'],
  [{ obstacle: '"a" cannot be restored' }, 'FAIL', 'could not run in what the agent left: "a" cannot be restored'],
  [{ exit_code: 2 }, 'FAIL', 'no report of the tests: exit code 2'],
  [{ exit_code: null, signal: 'SIGKILL', timed_out: true }, 'FAIL', 'no report of the tests: timeout'],
])('without a report, %j is %s', (end, verdict, reason) => {
  expect(grade('fail_to_pass', { tests: ['adds'] }, end)).toMatchObject({
    verdict,
    reason: expect.stringContaining(reason),
  });
});

test.each([
  [{ report: null }, 'ERROR', 'found none at the baseline either'],
  [{ exit_code: 1, report: null }, 'FAIL', 'exit code 0'],
  [{ report }, 'FAIL', 'exit code 0'],
])('without a report after %j at the baseline, %s', (before, verdict, reason) => {
  expect(grade('fail_to_pass', { tests: ['adds'] }, { report: null }, before)).toMatchObject({
    verdict,
    reason: expect.stringContaining(reason),
  });
});

test('the worst of several attempts counts', () => {
  const attempts = [ended({ report }), ended({ report: { ...report, tests: [] } })];
  expect(grade('pass_to_pass', { tests: ['adds'] }, { attempts })).toMatchObject({ verdict: 'FAIL', score: 0 });
});

test('a command that no scorer ran is ERROR', () => {
  expect(grade('fail_to_pass', { command: 'others', tests: ['adds'] })).toMatchObject({ verdict: 'ERROR' });
});

test.each([
  [{ coverage_percent: 80 }, 'PASS', 1, '80 % covered, at least 80 % expected'],
  [{ coverage_percent: 60 }, 'FAIL', 0.75, '60 % covered, at least 80 % expected'],
  [{ exit_code: 1 }, 'FAIL', 0, 'no coverage: exit code 1'],
  [{}, 'FAIL', 0, 'no coverage: exit code 0; have the command print a summary of its coverage'],
])('coverage_not_decreased on %j is %s', (end, verdict, score, reason) => {
  expect(grade('coverage_not_decreased', { floor: 80 }, end)).toMatchObject({
    verdict,
    score,
    reason,
    required: false,
  });
});

test.each([
  { before: { a: 'failed' }, now: { a: 'passed' }, f2p: 'PASS', p2p: 'N/A', why: 'the task is solved' },
  { before: {}, now: { a: 'passed' }, f2p: 'PASS', p2p: 'N/A', why: 'a test that did not exist before' },
  { before: { a: 'skipped' }, now: { a: 'passed' }, f2p: 'PASS', p2p: 'N/A', why: 'a test that was skipped before' },
  { before: { a: 'passed' }, now: { a: 'passed' }, f2p: 'N/A', p2p: 'PASS', why: 'unchanged' },
  { before: { a: 'passed' }, now: { a: 'failed' }, f2p: 'FAIL', p2p: 'FAIL', why: 'it was broken' },
  { before: { a: 'failed' }, now: { a: 'failed' }, f2p: 'FAIL', p2p: 'N/A', why: 'it already failed' },
] as const)('$before before, $now now: $why', ({ before, now, f2p, p2p }) => {
  const [end, was] = [
    { exit_code: 1, report: outcomes(now) },
    { exit_code: 1, report: outcomes(before) },
  ];
  expect(grade('fail_to_pass', { tests: ['a'] }, end, was).verdict).toBe(f2p);
  expect(grade('pass_to_pass', { tests: ['a'] }, end, was).verdict).toBe(p2p);
});

test('tests that do not count are left out, and the reason says so', () => {
  const before = { report: outcomes({ adds: 'passed', subtracts: 'failed' }) };
  expect(grade('fail_to_pass', { tests: ['adds', 'subtracts'] }, undefined, before)).toMatchObject({
    verdict: 'PASS',
    reason: 'all 1 tests passed; 1 passed at the baseline already',
  });
  expect(grade('pass_to_pass', { tests: ['adds', 'subtracts'] }, undefined, before)).toMatchObject({
    verdict: 'PASS',
    reason: 'all 1 tests passed; 1 did not pass at the baseline',
  });
  expect(grade('pass_to_pass', { tests: ['subtracts'] }, undefined, before)).toMatchObject({
    verdict: 'N/A',
    reason: 'all 1 tests did not pass at the baseline',
  });
  expect(grade('pass_to_pass', { tests: ['multiplies'] }, undefined, before)).toMatchObject({ verdict: 'FAIL' });
});

test('if the tests could not run at the baseline, the scenario is trusted', () => {
  const before = { exit_code: 2, report: null };
  for (const type of ['fail_to_pass', 'pass_to_pass'])
    expect(grade(type, { tests: ['adds', 'divides'] }, undefined, before)).toMatchObject({
      verdict: 'FAIL',
      score: 0.5,
    });
});

test.each([
  [80, 80, 'PASS', 1, '80 % covered, 80 % at the baseline'],
  [60, 80, 'FAIL', 0.75, '60 % covered, 80 % at the baseline'],
  [60, null, 'N/A', null, 'no coverage was measured at the baseline'],
])('coverage of %s after %s without a floor is %s', (now, before, verdict, score, reason) => {
  const found = grade('coverage_not_decreased', {}, { coverage_percent: now }, { coverage_percent: before });
  expect(found).toMatchObject({ verdict, score, reason });
});

test('coverage without a floor and without a baseline is ERROR', () => {
  expect(grade('coverage_not_decreased', {}, { coverage_percent: 80 }).verdict).toBe('ERROR');
});
