import type { Evidence, Grade, Run, ScorerSpec } from '@assay/schema';
import { expect, test } from 'vitest';
import { makeRun } from '../../../test/made-run.ts';
import { inconclusiveReason } from './inconclusive-reason.ts';

const SCORERS = [
  { name: 'tests', type: 'command', command: 'npm test' },
  { name: 'known', type: 'fail_to_pass', command: 'tests', tests: ['adds'] },
  { name: 'asked', type: 'answers' },
  { name: 'scope', type: 'allowed_paths', patterns: ['src/*'] },
] as unknown as ScorerSpec[];

type Verdicts = Readonly<Record<string, Grade['results'][number]['verdict']>>;

interface Slow {
  readonly slow?: boolean;
  readonly slow_clean?: boolean;
  readonly slow_answers?: boolean;
  readonly exit_code?: number;
}

const trialOf = (
  verdicts: Verdicts,
  { slow = false, slow_clean = false, slow_answers = false, exit_code = 1, ...run }: Partial<Run> & Slow = {},
) => ({
  evidence: {
    run: makeRun(run),
    commands: { tests: { timed_out: slow, exit_code, clean: { timed_out: slow_clean } } },
    answers: { asked: { timed_out: slow_answers } },
    task: { scenario: { scorers: SCORERS } },
  } as unknown as Evidence,
  grade: {
    results: Object.entries(verdicts).map(([name, verdict]) => ({ name, verdict, required: true })),
  } as unknown as Grade,
});

const PASSED: Verdicts = { tests: 'PASS', known: 'PASS', scope: 'PASS' };
const SLOW = '`tests` did not end within its timeout_s';
const lost: Run['failure'] = { class: 'sandbox_lost', side: 'environment', message: 'the sandbox went away' };

test.each([
  { why: 'a trial that passed', trial: trialOf(PASSED), says: null },
  { why: 'a failed check', trial: trialOf({ ...PASSED, tests: 'FAIL' }), says: null },
  { why: 'the environment failed', trial: trialOf(PASSED, { failure: lost }), says: lost.message },
  { why: 'only a timeout', trial: trialOf({ ...PASSED, tests: 'FAIL' }, { slow: true }), says: SLOW },
  { why: 'in a clean checkout', trial: trialOf({ ...PASSED, tests: 'FAIL' }, { slow_clean: true }), says: SLOW },
  {
    why: 'a missing program',
    trial: trialOf({ ...PASSED, tests: 'FAIL', known: 'ERROR' }, { exit_code: 127 }),
    says: '`tests` did not find one of its programs: install it',
  },
  {
    why: 'questions that took too long',
    trial: trialOf({ ...PASSED, asked: 'FAIL' }, { slow_answers: true }),
    says: SLOW.replace('tests', 'asked'),
  },
  {
    why: 'other scorers of the same command',
    trial: trialOf({ ...PASSED, tests: 'FAIL', known: 'ERROR' }, { slow: true }),
    says: SLOW,
  },
  {
    why: 'another check failed too',
    trial: trialOf({ ...PASSED, tests: 'FAIL', scope: 'FAIL' }, { slow: true }),
    says: null,
  },
  {
    why: 'a stage failed too',
    trial: trialOf(
      { ...PASSED, tests: 'FAIL' },
      { slow: true, stages: [{ name: 'lint', attempts: 1, passed: false }] },
    ),
    says: null,
  },
])('$why: $says', ({ trial, says }) => {
  expect(inconclusiveReason(trial)).toBe(says);
});
