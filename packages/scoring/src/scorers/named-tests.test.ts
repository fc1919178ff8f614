import type { CommandEvidence, TestReport } from '@assay/schema';
import { expect, test } from 'vitest';
import { configure, ended, evidenceOf } from '../../test/evidence.ts';
import { applyScorer } from '../apply-scorer.ts';

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

const grade = (type: string, fields: object, end: Partial<CommandEvidence> = { exit_code: 1, report }) =>
  applyScorer(
    configure({ name: 'named', type, command: 'tests', ...fields }),
    evidenceOf({ commands: { tests: ended(end) } }),
  );

test.each(['fail_to_pass', 'pass_to_pass'])('%s holds each test to its name', (type) => {
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
  [{ report: null }, 'ERROR', 'expected a test report of the command'],
  [{ exit_code: 2 }, 'FAIL', 'no report of the tests: exit code 2'],
  [{ exit_code: null, signal: 'SIGKILL', timed_out: true }, 'FAIL', 'no report of the tests: timeout'],
])('without a report, %j is %s', (end, verdict, reason) => {
  expect(grade('fail_to_pass', { tests: ['adds'] }, end)).toMatchObject({
    verdict,
    reason: expect.stringContaining(reason),
  });
});

test('the worst of several attempts counts', () => {
  const attempts = [ended({ report }), ended({ report: { ...report, tests: [] } })];
  expect(grade('pass_to_pass', { tests: ['adds'] }, { attempts })).toMatchObject({ verdict: 'FAIL', score: 0 });
});

test('a command that no scorer ran is an ERROR', () => {
  expect(grade('fail_to_pass', { command: 'others', tests: ['adds'] })).toMatchObject({ verdict: 'ERROR' });
});

test.each([
  [{ coverage_percent: 80 }, 'PASS', 1, '80 % covered, at least 80 % expected'],
  [{ coverage_percent: 60 }, 'FAIL', 0.75, '60 % covered, at least 80 % expected'],
  [{ exit_code: 1 }, 'FAIL', 0, 'no coverage: exit code 1'],
  [{}, 'ERROR', null, expect.stringContaining('expected the coverage in the output of the command, found none')],
])('coverage_not_decreased on %j is %s', (end, verdict, score, reason) => {
  expect(grade('coverage_not_decreased', { floor: 80 }, end)).toMatchObject({
    verdict,
    score,
    reason,
    required: false,
  });
});
