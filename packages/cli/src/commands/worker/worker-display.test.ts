import { createId } from '@assay/schema';
import { expect, test } from 'vitest';
import { describeEvent } from './worker-display.ts';

const run_id = createId('run', { time_ms: 0, entropy: new Uint8Array(10) });
const finished = {
  kind: 'finished',
  run_id,
  scenario: 'fix-add',
  agent_id: 'nop',
  result: 'failed',
  outcome: 'FAILED',
  overall: 'FAIL',
  score: 41,
  tier: 'Bronze',
  wall_ms: 1500,
} as const;

test.each([
  { event: { kind: 'ready', worker: 'w', concurrency: 1 }, told: 'w is ready for 1 run at a time', why: 'singular' },
  { event: { kind: 'taken', run_id, attempt: 1 }, told: undefined, why: 'only the end is printed' },
  { event: { kind: 'step', run_id, step: 'agent' }, told: undefined, why: 'too frequent' },
  { event: finished, told: /fix-add · nop: failed, score 41/, why: 'result and score' },
  { event: { ...finished, score: null }, told: /not scored/, why: 'no score' },
  {
    event: { kind: 'dropped', run_id, reason: 'it is cancelled' },
    told: /released: it is cancelled/,
    why: 'with the reason',
  },
  { event: { kind: 'failed', run_id, problem: 'no disk' }, told: /will be retried: no disk/, why: 'retried' },
  {
    event: { kind: 'abandoned', run_id, problem: 'no disk' },
    told: /failed for good: no disk/,
    why: 'no more retries',
  },
  { event: { kind: 'returned', run_id }, told: /returned to the queue/, why: 'another worker can take it' },
  { event: { kind: 'draining', running: 0 }, told: 'stopping', why: 'no running runs' },
  { event: { kind: 'draining', running: 2 }, told: /after 2 running runs/, why: 'how to stop now' },
  {
    event: { kind: 'stranded', runs: 2, reason: 'No worker offers 64 CPUs.' },
    told: '! 2 queued runs wait: No worker offers 64 CPUs.',
    why: 'what is missing',
  },
  { event: { kind: 'trouble', problem: 'it is away' }, told: '! it is away', why: 'the problem as reported' },
] as const)('$event.kind: $why', ({ event, told }) => {
  const text = describeEvent(event);
  if (told === undefined) expect(text).toBeUndefined();
  else expect(text).toMatch(told);
});
