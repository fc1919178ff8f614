import { expect, test } from 'vitest';
import { configure, ended, evidenceOf } from '../../test/evidence.ts';
import { applyScorer } from '../grading/apply-scorer.ts';

const spec = { name: 'tests pass', type: 'command', command: 'npm test', timeout_s: 120 };
const grade = (end: Parameters<typeof ended>[0], fields = {}) =>
  applyScorer(configure({ ...spec, ...fields }), evidenceOf({ commands: { 'tests pass': ended(end) } }));

test.each([
  { end: {}, verdict: 'PASS', score: 1, reason: 'exit code 0', why: 'zero is success' },
  { end: { exit_code: 1 }, verdict: 'FAIL', score: 0, reason: 'exit code 1', why: 'anything else is not' },
  { end: { exit_code: 255 }, verdict: 'FAIL', score: 0, reason: 'exit code 255', why: 'the largest code' },
  {
    end: { exit_code: null, signal: 'SIGTERM', timed_out: true },
    verdict: 'FAIL',
    score: 0,
    reason: 'timeout: still running after 120 s',
    why: 'a command that does not end is no success',
  },
  {
    end: { timed_out: true },
    verdict: 'FAIL',
    score: 0,
    reason: 'timeout: still running after 120 s',
    why: 'exiting with 0 after a stop signal is no success',
  },
  {
    end: { exit_code: null, signal: 'SIGKILL' },
    verdict: 'FAIL',
    score: 0,
    reason: 'ended by SIGKILL',
    why: 'the code under test can kill its test runner',
  },
  {
    end: { exit_code: 126 },
    verdict: 'FAIL',
    score: 0,
    reason: 'exit code 126, suspected_env: a program could not be executed',
    why: 'a suspicion never changes the verdict',
  },
  {
    end: { exit_code: 127 },
    verdict: 'FAIL',
    score: 0,
    reason: 'exit code 127, suspected_env: a program was not found',
    why: 'an agent can delete the test runner',
  },
])('$verdict when it $reason: $why', ({ end, verdict, score, reason }) => {
  expect(grade(end)).toMatchObject({ verdict, score, reason, required: true, duration_ms: 1200 });
});

test.each([
  {
    commands: {},
    fields: {},
    reason: 'expected evidence of the command "tests pass", found none; gather it again',
    why: 'it was never run',
  },
  {
    commands: {},
    fields: { name: 'constructor' },
    reason: 'expected evidence of the command "constructor", found none; gather it again',
    why: 'a property that every object inherits is no evidence',
  },
  {
    commands: { 'tests pass': ended({ command: 'true' }) },
    fields: {},
    reason: 'expected evidence of "npm test", found that of "true"; gather it again',
    why: 'another command ran under this name',
  },
  {
    commands: { 'tests pass': ended({ exit_code: null }) },
    fields: {},
    reason: 'expected an exit code or a signal, found neither; gather it again',
    why: 'its end is unknown',
  },
])('ERROR: $why', ({ commands, fields, reason }) => {
  expect(applyScorer(configure({ ...spec, ...fields }), evidenceOf({ commands }))).toMatchObject({
    verdict: 'ERROR',
    score: null,
    code: 'scorer_crashed',
    reason,
  });
});

test.each([
  { clean: {}, verdict: 'PASS', reason: 'exit code 0' },
  {
    clean: { exit_code: 1 },
    verdict: 'FAIL',
    reason: "passes only in the agent's own tree; in a clean checkout of its change: exit code 1",
  },
])('in a clean checkout $clean: $verdict', ({ clean, verdict, reason }) => {
  expect(grade({ clean: ended(clean) })).toMatchObject({ verdict, reason, duration_ms: 2400 });
});
