import type { Judgment } from '@assay/schema';
import { expect, test } from 'vitest';
import { ended, evidenceOf } from '../../test/evidence.ts';
import { describeGates } from './describe-gates.ts';
import { gradeRun, scoreEvidence } from './grade-run.ts';

const judgmentOf = (verdict: 'PASS' | 'FAIL'): Judgment => ({
  status: 'judged',
  verdict,
  task_completion: 3,
  instruction_adherence: 3,
  efficiency: 3,
  failure_mode: null,
  secondary_failure_modes: [],
  failure_mode_raw: null,
  fault_side: null,
  reasoning: 'as seen',
  rubric: [],
  agreement: 1,
  judge: 'replay',
  models: [],
  criteria: 'run@1',
  same_family: false,
  standing: 'calibrated',
  fact_checks: [],
  findings: [],
  shown: { chars: 9, diff_truncated: false, files_omitted: [], steps_omitted: 0 },
  asked: 1,
  judgment_ids: [],
  answered: 1,
  usage: null,
  cost_usd_micros: null,
  latency_ms: null,
  judged_at: null,
});

const tests = { name: 'tests', type: 'command', command: 'npm test' };
const checked = { scorers: [tests], commands: { tests: ended() } };

function grade(
  parts: Parameters<typeof evidenceOf>[0],
  { verdict, judge }: { verdict?: 'PASS' | 'FAIL'; judge?: 'gate' | 'review' },
) {
  const made = evidenceOf(parts);
  const { task } = made;
  const evidence = { ...made, task: { ...task, scenario: { ...task.scenario, ...(judge && { judge }) } } };
  return gradeRun({
    evidence,
    results: scoreEvidence(evidence),
    interactions: [],
    judged: null,
    judgment: verdict === undefined ? null : judgmentOf(verdict),
    reference: null,
    graded_at: '2026-01-02T03:04:05Z',
  });
}

test.each([
  {
    parts: checked,
    judge: undefined,
    verdict: 'FAIL',
    result: 'passed',
    says: 'checks PASS · judge FAIL, not required',
  },
  {
    parts: checked,
    judge: 'review',
    verdict: 'FAIL',
    result: 'passed',
    says: 'checks PASS · judge FAIL, not required',
  },
  { parts: checked, judge: 'gate', verdict: 'FAIL', result: 'failed', says: 'checks PASS · judge FAIL' },
  { parts: checked, judge: 'gate', verdict: 'PASS', result: 'passed', says: 'checks PASS · judge PASS' },
  {
    parts: {},
    judge: 'review',
    verdict: 'PASS',
    result: 'unchecked',
    says: 'no required check · judge PASS, not required',
  },
  { parts: {}, judge: undefined, verdict: 'FAIL', result: 'failed', says: 'no required check · judge FAIL' },
  { parts: {}, judge: undefined, verdict: 'PASS', result: 'passed', says: 'no required check · judge PASS' },
  { parts: checked, judge: undefined, verdict: undefined, result: 'passed', says: 'checks PASS · judge not asked' },
] as const)('$result: $says, judge: $judge', ({ parts, verdict, judge, result, says }) => {
  const graded = grade(parts, { ...(verdict && { verdict }), ...(judge && { judge }) });
  expect(graded.result).toBe(result);
  expect(describeGates(graded)).toContain(`(${says})`);
});

test('a judge that is not required still disagrees', () => {
  expect(grade(checked, { verdict: 'FAIL' })).toMatchObject({
    result: 'passed',
    judge_gates: false,
    gates: { judge: 'FAIL', disagreement: 'unconvincing' },
  });
});

test('says how many of the required gates passed', () => {
  expect(describeGates(grade(checked, {}))).toBe('All required gates passed (checks PASS · judge not asked)');
  const failing = { ...checked, commands: { tests: ended({ exit_code: 1 }) } };
  expect(describeGates(grade(failing, { verdict: 'PASS', judge: 'gate' }))).toBe(
    '1 of 3 required gates did not pass (checks FAIL · judge PASS)',
  );
  expect(describeGates(grade({ ...checked, run: { outcome: 'BLOCKED' } }, {}))).toBe(
    '1 of 2 required gates did not pass (run FAIL · checks PASS · judge not asked)',
  );
});
