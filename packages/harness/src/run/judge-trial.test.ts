import type { Grade, Run, ScorerResult, Trial } from '@assay/schema';
import { expect, test } from 'vitest';
import { makeRun } from '../../test/made-run.ts';
import { judgeTrial } from './judge-trial.ts';

const result = (name: string, verdict: 'PASS' | 'FAIL', required = true): ScorerResult =>
  ({ name, verdict, score: verdict === 'PASS' ? 1 : 0, type: 'command', required, reason: '', findings: [] }) as never;
const green = { overall: 'PASS', results: [result('tests', 'PASS')] } as const;
const red = { overall: 'FAIL', results: [result('tests', 'FAIL'), result('small', 'FAIL')] } as const;
const none = { overall: 'N/A', results: [] } as const;

const lint = (passed: boolean): Run['stages'] => [{ name: 'lint', attempts: 1, passed }];
const failure = (side: 'agent' | 'environment'): Run['failure'] => ({
  class: side === 'agent' ? 'agent_stopped' : 'sandbox_lost',
  side,
  message: 'it stopped',
});

interface Row {
  readonly why: string;
  readonly type: 'oracle' | 'nop' | 'cheat';
  readonly run?: Partial<Run>;
  readonly grade: { readonly overall: Grade['overall']; readonly results: readonly ScorerResult[] };
  readonly holds: boolean;
  readonly remark: string;
}

test.each<Row>([
  { why: 'a solution passes', type: 'oracle', grade: green, holds: true, remark: 'solves it' },
  {
    why: 'stages alone can tell',
    type: 'oracle',
    run: { stages: lint(true) },
    grade: none,
    holds: true,
    remark: 'solves it',
  },
  {
    why: 'a solution that is refused shows nothing to be solvable',
    type: 'oracle',
    grade: red,
    holds: false,
    remark: 'the oracle does not pass: stopped by tests, small',
  },
  {
    why: 'a stage stops a solution too',
    type: 'oracle',
    run: { stages: lint(false) },
    grade: red,
    holds: false,
    remark: 'the oracle does not pass: stopped by stage lint, tests, small',
  },
  {
    why: 'a solution that could not be applied',
    type: 'oracle',
    run: { outcome: 'FAILED', failure: failure('agent') },
    grade: green,
    holds: false,
    remark: 'the oracle does not pass: it stopped',
  },
  { why: 'nothing is not enough', type: 'nop', grade: red, holds: true, remark: 'stopped by tests, small' },
  {
    why: 'whatever it says of itself',
    type: 'nop',
    run: { outcome: 'BLOCKED' },
    grade: green,
    holds: false,
    remark: 'it passes without solving it',
  },
  { why: 'nothing stops it', type: 'nop', grade: none, holds: false, remark: 'it passes without solving it' },
  {
    why: 'what is not required stops nobody',
    type: 'cheat',
    grade: { overall: 'PASS', results: [result('small', 'FAIL', false)] },
    holds: false,
    remark: 'it passes without solving it',
  },
  { why: 'a cheat is caught', type: 'cheat', grade: red, holds: true, remark: 'stopped by tests, small' },
  {
    why: 'a stage is enough to catch one',
    type: 'cheat',
    run: { stages: lint(false) },
    grade: none,
    holds: true,
    remark: 'nothing passed',
  },
  {
    why: 'what could not be tried shows nothing, also where it would have been caught',
    type: 'cheat',
    run: { failure: failure('environment') },
    grade: red,
    holds: false,
    remark: 'it could not be tried: it stopped',
  },
])('$type: $why', ({ type, run = {}, grade, holds, remark }) => {
  const made = makeRun(run);
  const trial: Trial = judgeTrial({ id: 'it', type }, { run: made, grade: { ...grade, results: [...grade.results] } });
  expect(trial).toEqual({ agent: 'it', outcome: made.outcome, scorers: grade.overall, holds, remark });
});
