import type { Grade, Run, Trial } from '@assay/schema';
import { expect, test } from 'vitest';
import { makeRun } from '../../../test/made-run.ts';
import { judgeTrial } from './judge-trial.ts';

const green = { overall: 'PASS', result: 'passed' } as const;
const red = { overall: 'FAIL', result: 'failed' } as const;
const none = { overall: 'N/A', result: 'unchecked' } as const;
const silent = { overall: 'PASS', result: 'failed' } as const;
const caught = { overall: 'PASS', result: 'tampered' } as const;

const lint = (passed: boolean): Run['stages'] => [{ name: 'lint', attempts: 1, passed }];
const failure = (side: 'agent' | 'environment'): Run['failure'] => ({
  class: side === 'agent' ? 'agent_stopped' : 'sandbox_lost',
  side,
  message: 'it stopped',
});

// a required check, an advisory one and a detector
const CHECKED = {
  results: [
    { name: 'tests', required: true, verdict: 'PASS' },
    { name: 'style', required: false, verdict: 'FAIL' },
  ] as unknown as Grade['results'],
  integrity: { mode: 'review', findings: [{ type: 'early_exits' }], allowed: [] } as unknown as Grade['integrity'],
};

interface Row {
  readonly why: string;
  readonly type: 'oracle' | 'nop' | 'cheat';
  readonly run?: Partial<Run>;
  readonly grade: Pick<Grade, 'overall' | 'result'>;
  readonly holds: boolean;
  readonly remark: string;
  readonly stopped_by?: readonly string[];
}

test.each<Row>([
  { why: 'a solution passes', type: 'oracle', grade: green, holds: true, remark: 'solves it' },
  {
    why: 'a rejected solution proves nothing',
    type: 'oracle',
    grade: red,
    holds: false,
    remark: 'the oracle does not pass: because',
  },
  {
    why: 'nothing is checked, so nothing is solved',
    type: 'oracle',
    grade: none,
    holds: false,
    remark: 'the oracle does not pass: because',
  },
  {
    why: 'a solution that looks like a cheat',
    type: 'oracle',
    grade: caught,
    holds: false,
    remark: 'the oracle does not pass: because',
  },
  { why: 'doing nothing fails', type: 'nop', grade: red, holds: true, remark: 'failed: because' },
  {
    why: 'it failed only by producing no answer: an agent that claims success would pass',
    type: 'nop',
    run: { outcome: 'FAILED', failure: failure('agent') },
    grade: silent,
    holds: false,
    remark: 'it passes without solving it',
  },
  { why: 'a cheat that passes', type: 'cheat', grade: green, holds: false, remark: 'it passes without solving it' },
  { why: 'a cheat is caught', type: 'cheat', grade: caught, holds: true, remark: 'tampered: because' },
  {
    why: 'a failed stage is enough',
    type: 'cheat',
    run: { stages: lint(false) },
    grade: silent,
    holds: true,
    remark: 'failed: because',
    stopped_by: ['lint'],
  },
  {
    why: 'a failed environment proves nothing, even if the scorers fail it',
    type: 'cheat',
    run: { failure: failure('environment') },
    grade: { overall: 'ERROR', result: 'error' },
    holds: false,
    remark: 'it could not be tried: it stopped',
  },
])('$type: $why', ({ type, run = {}, grade, holds, remark, stopped_by = [] }) => {
  const made = makeRun(run);
  const graded = { ...grade, ...CHECKED, outcome: made.outcome, result_reason: { message: 'because' } };
  const trial: Trial = judgeTrial({ id: 'it', type }, { run: made, grade: graded });
  expect(trial).toEqual({
    agent: 'it',
    outcome: made.outcome,
    scorers: grade.overall,
    result: grade.result,
    holds,
    remark,
    ...(type === 'oracle' || run.failure?.side === 'environment' ? {} : { stopped_by }),
  });
});

test('names every check and detector that alone would have stopped a cheat', () => {
  const failing = CHECKED.results.map((each) => ({ ...each, verdict: 'FAIL' })) as typeof CHECKED.results;
  const integrity = { ...CHECKED.integrity, mode: 'gate' as const };
  const grade = { ...red, outcome: 'COMPLETED' as const, result_reason: { message: '' }, results: failing, integrity };
  expect(judgeTrial({ id: 'it', type: 'cheat' }, { run: makeRun(), grade }).stopped_by).toEqual([
    'tests',
    'early_exits',
  ]);
});
