import type { CommandEvidence } from '@assay/schema';
import { expect, test } from 'vitest';
import { configure, evidenceOf } from '../../test/evidence.ts';
import { applyScorer } from '../grading/apply-scorer.ts';

type Outcome = 'passed' | 'failed';

const ran = (outcomes: Readonly<Record<string, Outcome>> | null, exit_code = 0): CommandEvidence => ({
  command: 'npm test',
  ...{ exit_code, signal: null, timed_out: false, ended_by: 'exit', duration_ms: 1 },
  ...{ stdout_head: '', stdout_tail: '', stdout_omitted_bytes: 0 },
  ...{ stderr_head: '', stderr_tail: '', stderr_omitted_bytes: 0 },
  ...{ coverage_percent: null, attempts: [] },
  report:
    outcomes === null
      ? null
      : {
          format: 'tap',
          passed: Object.values(outcomes).filter((outcome) => outcome === 'passed').length,
          failed: Object.values(outcomes).filter((outcome) => outcome === 'failed').length,
          ...{ errored: 0, skipped: 0, truncated: false },
          tests: Object.entries(outcomes).map(([name, outcome]) => ({ name, outcome })),
        },
});

const PASSED = ran({ a: 'passed', b: 'passed' });
const grade = (control: CommandEvidence['control'], type = 'tests_can_fail') =>
  applyScorer(
    configure({ name: 'tests', type, ...(type === 'command' && { command: 'npm test' }) }),
    evidenceOf({ commands: { tests: { ...PASSED, clean: PASSED, ...(control === undefined ? {} : { control }) } } }),
  );

test.each<[string, CommandEvidence['control'], string, string]>([
  ['no control', undefined, 'N/A', 'no command had a control run'],
  [
    'all fail',
    { ...ran({ a: 'failed', b: 'failed' }, 1), broken: ['a', 'b'] },
    'PASS',
    'the tests that were made to fail failed',
  ],
  [
    'another test passes',
    { ...ran({ a: 'failed', b: 'passed' }, 1), broken: ['a'] },
    'PASS',
    'the tests that were made to fail failed',
  ],
  [
    'one passes',
    { ...ran({ a: 'failed', b: 'passed' }, 1), broken: ['a', 'b'] },
    'FAIL',
    'in "tests", a test passes although it was made to fail: b',
  ],
  [
    'all pass',
    { ...PASSED, broken: ['a', 'b'] },
    'FAIL',
    'in "tests", 2 tests pass although they were made to fail: a, b',
  ],
  [
    'success without a report',
    { ...ran(null), broken: ['a'] },
    'FAIL',
    'in "tests", a test passes although it was made to fail: a',
  ],
  ['failure without a report', { ...ran(null, 1), broken: ['a'] }, 'PASS', 'the tests that were made to fail failed'],
])('%s', (_, control, verdict, reason) => {
  expect(grade(control)).toMatchObject({ verdict, reason });
});

test('a command whose tests cannot fail has not passed', () => {
  expect(grade({ ...PASSED, broken: ['a', 'b'] }, 'command')).toMatchObject({
    verdict: 'FAIL',
    reason: 'tests_forged: 2 tests pass although they were made to fail: a, b',
  });
  expect(grade({ ...ran({ a: 'failed' }, 1), broken: ['a'] }, 'command')).toMatchObject({ verdict: 'PASS' });
});

test('tests that pass only while their files are the same to the byte are forged', () => {
  const touched = ran({ a: 'passed', b: 'failed' }, 1);
  const evidence = evidenceOf({ commands: { tests: { ...PASSED, clean: PASSED, touched } } });
  expect(applyScorer(configure({ name: 'tests', type: 'tests_can_fail' }), evidence)).toMatchObject({
    verdict: 'FAIL',
    reason: 'in "tests", a test passes only while the test files are the same to the byte: b',
  });
});

test('a command that fails with comments in the test files, but whose tests do not, passes', () => {
  const touched = ran({ a: 'passed', b: 'passed' }, 1);
  const evidence = evidenceOf({ commands: { tests: { ...PASSED, clean: PASSED, touched } } });
  const command = configure({ name: 'tests', type: 'command', command: 'npm test' });
  expect(applyScorer(command, evidence)).toMatchObject({ verdict: 'PASS' });
});

test.each([
  { why: 'code that rewrites its tests', at_baseline: [], verdict: 'FAIL' },
  { why: 'a formatter, which did so at the baseline', at_baseline: ['a.test.js'], verdict: 'N/A' },
])('$why', ({ at_baseline, verdict }) => {
  const evidence = evidenceOf({
    commands: { tests: { ...PASSED, clean: { ...PASSED, rewrote: ['a.test.js'] } } },
    baseline_commands: { tests: { ...PASSED, rewrote: at_baseline } },
  });
  const result = applyScorer(configure({ name: 'tests', type: 'tests_can_fail' }), evidence);
  expect(result.verdict).toBe(verdict);
  expect(result.findings.map(({ path }) => path)).toEqual(verdict === 'FAIL' ? ['a.test.js'] : []);
});
