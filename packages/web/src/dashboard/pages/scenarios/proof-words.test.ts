import type { Proof, Trial } from '@assay/schema';
import type { TaskProof } from '@assay/schema/api';
import { expect, test } from 'vitest';
import { describeProof, describeSentProof, describeTrial, type ProofTrial, trialRequirement } from './proof-words.ts';

const trial = (holds: boolean): Trial => ({
  agent: 'nop',
  outcome: 'COMPLETED',
  scorers: holds ? 'FAIL' : 'PASS',
  holds,
  remark: holds ? 'stopped by tests' : 'nop passes without solving it',
});

const tried = (fields: Partial<ProofTrial> = {}): ProofTrial => ({
  agent: 'nop',
  run_id: 'run_01m7ew0rvjraj0vfggyenb7x96' as ProofTrial['run_id'],
  status: 'finished',
  trial: null,
  ...fields,
});
const untried = tried({ run_id: null, status: null });
const good = tried({ trial: trial(true) });
const bad = tried({ trial: trial(false) });

const proof = (fields: Partial<TaskProof>): TaskProof => ({
  task_id: 'task_01m7ew0rvjraj0vfggyenb7x96' as TaskProof['task_id'],
  proven: null,
  reason: null,
  yardsticks: [],
  ...fields,
});

test.each([
  {
    why: 'every trial meets its requirement',
    proven: true,
    yardsticks: [good],
    word: 'proven',
    sentence: /^The oracle passes/,
  },
  {
    why: 'a trial does not meet its requirement',
    proven: false,
    reason: 'nop passes',
    yardsticks: [bad],
    word: 'not proven',
    sentence: /^nop/,
  },
  {
    why: 'the task has no oracle',
    proven: false,
    reason: 'no oracle',
    yardsticks: [untried],
    word: 'not proven',
    sentence: /^no/,
  },
  { why: 'no trial was started', yardsticks: [untried, untried], word: 'not tried', sentence: /^Prove the task/ },
  {
    why: 'some trials are not finished',
    yardsticks: [good, tried({ status: 'queued' }), tried({ status: 'running' })],
    word: 'still running',
    sentence: /^1 of 3 graded$/,
  },
  {
    why: 'some trials are not finished and one does not meet its requirement',
    reason: 'nop passes',
    yardsticks: [bad, tried({ status: 'running' })],
    word: 'still running',
    sentence: /^1 of 2 graded: nop passes$/,
  },
  {
    why: 'one trial was abandoned',
    yardsticks: [good, tried({ status: 'abandoned' })],
    word: 'not decided',
    sentence: /again/,
  },
])('$word, because $why', ({ why: _, word, sentence, ...fields }) => {
  expect(describeProof(proof(fields))).toMatchObject({ word, sentence: expect.stringMatching(sentence) });
});

test.each([
  { of: good, word: 'met', tone: 'good', sentence: 'stopped by tests' },
  { of: bad, word: 'not met', tone: 'bad', sentence: 'nop passes without solving it' },
  { of: untried, word: 'not tried', tone: 'muted', sentence: 'not started' },
  { of: tried({ status: 'queued' }), word: 'queued', tone: 'muted', sentence: 'waiting for a worker' },
  { of: tried({ status: 'running' }), word: 'running', tone: 'muted', sentence: 'in progress', live: true },
  { of: tried(), word: 'not graded', tone: 'warn', sentence: 'no grade' },
  { of: tried({ status: 'cancelled' }), word: 'cancelled', tone: 'warn', sentence: 'did not finish' },
])('shows a trial as $word', ({ of, ...told }) => {
  expect(describeTrial(of)).toEqual(told);
});

test('only the oracle must pass', () => {
  expect(trialRequirement(tried({ agent: 'oracle' }))).toBe('must pass');
  expect(trialRequirement(tried({ agent: 'cheat:skip-all' }))).toBe('must not pass');
});

const cheat = (name: string, holds: boolean): Trial => ({ ...trial(holds), agent: `cheat:${name}` });
const sent = (fields: Partial<Proof>): Proof => ({
  task_digest: '0'.repeat(64),
  harness_version: '0.1.0',
  proved_at: '2026-11-15T12:00:00.000Z',
  proven: true,
  tried: true,
  reason: null,
  trials: [trial(true), cheat('skip-all', true), cheat('early-exit', true)],
  ...fields,
});

test.each([
  [sent({}), 'proven', '2 cheats tried, none passed.'],
  [
    sent({ proven: false, reason: 'early-exit passes', trials: [cheat('skip-all', true), cheat('early-exit', false)] }),
    'not proven',
    '2 cheats tried, early-exit passed. early-exit passes',
  ],
  [
    sent({ proven: false, tried: false, reason: 'no sandbox', trials: [] }),
    'not decided',
    '0 cheats tried, none passed. no sandbox',
  ],
])('a proof from another machine (%#)', (proof, word, sentence) => {
  expect(describeSentProof(proof)).toMatchObject({ word, sentence });
});
