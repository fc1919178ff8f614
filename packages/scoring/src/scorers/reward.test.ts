import type { Evidence, RewardEvidence } from '@assay/schema';
import { CommandEvidence } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reward } from './reward.ts';

const command = CommandEvidence.parse({
  command: 'bash /tests/test.sh',
  exit_code: 0,
  signal: null,
  timed_out: false,
  stdout_tail: '',
  stderr_tail: '',
  duration_ms: 5,
});
const config = { name: 'r', type: 'reward', command: 'x', timeout_s: 1, at: '/tests', logs: '/logs', env: {} } as const;
const score = (files: Partial<RewardEvidence>, more: { metric?: string; pass_at?: number } = {}) =>
  reward.score(
    { rewards: { r: { command, json: null, txt: null, ...files } } as NonNullable<Evidence['rewards']> },
    {
      ...config,
      artifacts: [],
      pass_at: 1,
      ...more,
    },
  );

test.each([
  { files: { txt: '1\n' }, verdict: 'PASS', score: 1, reason: 'reward 1' },
  { files: { txt: '0' }, verdict: 'FAIL', score: 0, reason: 'reward 0, below 1' },
  {
    files: { json: '{"reward": 0.5, "delta": -2}' },
    verdict: 'FAIL',
    score: 0.5,
    reason: 'reward 0.5, delta -2, below 1',
  },
  { files: { txt: '0.25' }, verdict: 'FAIL', score: 0.25, reason: 'reward 0.25, below 1' },
  { files: { json: '{"reward": 1.0}' }, verdict: 'PASS', score: 1, reason: 'reward 1' },
  { files: { json: '{"a": 1, "b": 0}' }, verdict: 'FAIL', score: 0.5, reason: 'a 1, b 0, below 1' },
  { files: { json: '{"reward": 1, "b": 0}' }, verdict: 'PASS', score: 1, reason: 'reward 1, b 0' },
  { files: { json: '{"reward": 0.5}', txt: '0.5' }, verdict: 'FAIL', score: 0.5, reason: 'reward 0.5, below 1' },
  { files: { json: '{"done": true}' }, verdict: 'PASS', score: 1, reason: 'done 1' },
])('$files gives $verdict', ({ files, verdict, score: points, reason }) => {
  expect(score(files)).toMatchObject({ verdict, score: points, reason });
});

test.each([
  { files: {}, says: 'the verifier wrote no reward: it exited with 0' },
  { files: { txt: '' }, says: 'expected a number as reward.txt, found ""' },
  { files: { txt: '-1' }, says: 'expected 0 or more as reward, found -1: the verifier could not grade' },
  { files: { txt: '-0.5' }, says: 'expected 0 or more as reward' },
  { files: { json: '{"reward": -1, "tests": 1}' }, says: 'expected 0 or more as reward, found -1' },
  { files: { json: '{"tests": 1, "lint": -1}' }, says: 'expected 0 or more as lint, found -1' },
  { files: { json: '{"reward": null}' }, says: 'expected a number as reward, found null' },
  { files: { json: '{"reward": ""}' }, says: 'expected a number as reward, found ""' },
  { files: { json: '{"reward": "yes"}' }, says: 'expected a number as reward, found "yes"' },
  { files: { txt: ' \n' }, says: 'expected a number as reward.txt, found ""' },
  { files: { txt: 'nan' }, says: 'expected a number as reward.txt' },
  { files: { txt: 'Infinity' }, says: 'expected a number as reward.txt' },
  { files: { json: '' }, says: 'reward.json cannot be read' },
  { files: { json: '{}' }, says: 'reward.json has no reward' },
  { files: { json: '[1]' }, says: 'expected an object of numbers' },
  { files: { json: '{"reward": 1, "reward": 0}' }, says: 'expected each key once' },
  { files: { json: '{"reward": {"a": 1}}' }, says: 'expected a number as reward' },
  { files: { json: '{"reward": 1}', txt: '0' }, says: 'reward.json says 1 and reward.txt 0' },
])('$files is an error, never 0: $says', ({ files, says }) => {
  expect(() => score(files)).toThrow(says);
});

test('another reward can decide, and another number can be enough', () => {
  expect(score({ json: '{"reward": 0, "tests": 1}' }, { metric: 'tests' })).toMatchObject({ verdict: 'PASS' });
  expect(score({ txt: '0.5' }, { pass_at: 0.5 })).toMatchObject({ verdict: 'PASS', score: 1 });
  expect(() => score({ txt: '1' }, { metric: 'tests' })).toThrow('expected a reward tests, found reward');
});

test.each([
  [{ exit_code: 127 }, 'it exited with 127'],
  [{ exit_code: null, signal: 'SIGKILL', timed_out: true }, 'it ran out of time'],
  [{ exit_code: null, signal: 'SIGKILL' }, 'it was ended by SIGKILL'],
])('a verifier that could not run (%j) gives no reward', (end, says) => {
  expect(() => score({ command: { ...command, ...end } })).toThrow(`the verifier wrote no reward: ${says}`);
});

test('any number from 0 gives a verdict, and a failing score is below 1', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (number) => {
      const outcome = score({ json: JSON.stringify({ reward: number }) });
      expect(outcome.verdict).toBe(number >= 1 ? 'PASS' : 'FAIL');
      if (outcome.verdict === 'FAIL') expect(outcome.score >= 0 && outcome.score < 1).toBe(true);
    }),
  );
});
