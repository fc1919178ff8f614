import { expect, test } from 'vitest';
import { readServiceErrorMessage } from './error-words.ts';
import { createHealthRecord, type HealthCall } from './model-health.ts';

const WHOLE = { status: 200, whole: true, error: null };
const LEFT = { status: null, whole: false, error: null };

type Step = [at: number, event: 'began' | 'half' | 'heard' | 'whole' | 'left' | 'busy'];

function recordOf(steps: readonly Step[], read_at: number) {
  let now = 0;
  const health = createHealthRecord(() => now);
  let call: HealthCall | undefined;
  for (const [at, event] of steps) {
    now = at;
    if (event === 'began' || event === 'half') call = health.begin();
    if (event === 'half') continue;
    if (event === 'began') call?.sent();
    else if (event === 'heard') call?.heard();
    else call?.ended({ whole: WHOLE, left: LEFT, busy: { status: 529, whole: true, error: 'overloaded' } }[event]);
  }
  now = read_at;
  return health.read();
}

test.each<{ steps: Step[]; silent_ms: number; answered: number; why: string }>([
  { steps: [], silent_ms: 0, answered: 0, why: 'no request' },
  {
    steps: [
      [10, 'began'],
      [20, 'heard'],
      [30, 'whole'],
    ],
    silent_ms: 0,
    answered: 1,
    why: 'it answered',
  },
  { steps: [[10, 'began']], silent_ms: 990, answered: 0, why: 'a request is in progress' },
  {
    steps: [
      [10, 'began'],
      [500, 'left'],
    ],
    silent_ms: 490,
    answered: 0,
    why: 'the agent gave up',
  },
  {
    steps: [
      [10, 'began'],
      [300, 'left'],
      [310, 'began'],
      [700, 'left'],
    ],
    silent_ms: 690,
    answered: 0,
    why: 'the agent retried and gave up again',
  },
  {
    steps: [
      [10, 'began'],
      [100, 'heard'],
    ],
    silent_ms: 900,
    answered: 1,
    why: 'it stopped during an answer',
  },
  {
    steps: [
      [10, 'began'],
      [20, 'heard'],
      [30, 'whole'],
      [400, 'began'],
    ],
    silent_ms: 600,
    answered: 1,
    why: 'the second request hangs',
  },
  {
    steps: [
      [10, 'began'],
      [20, 'busy'],
      [500, 'began'],
      [510, 'busy'],
    ],
    silent_ms: 500,
    answered: 0,
    why: 'it was overloaded throughout',
  },
  {
    steps: [
      [10, 'began'],
      [20, 'heard'],
      [30, 'whole'],
      [40, 'half'],
      [900, 'left'],
    ],
    silent_ms: 0,
    answered: 1,
    why: 'half a request has no answer',
  },
  {
    steps: [
      [10, 'began'],
      [20, 'began'],
      [900, 'heard'],
    ],
    silent_ms: 100,
    answered: 1,
    why: 'one of two open requests is answered',
  },
])('silent for $silent_ms ms: $why', ({ steps, silent_ms, answered }) => {
  expect(recordOf(steps, 1000)).toMatchObject({ silent_ms, answered });
});

test.each([
  {
    body: '{"type":"error","error":{"type":"x","message":"Your credit balance is too low"}}',
    words: 'Your credit balance is too low',
  },
  {
    body: '{"error":{"message":"Too long.","code":"context_length_exceeded"}}',
    words: 'Too long. (context_length_exceeded)',
  },
  { body: '[{"error":{"code":400,"message":"exceeds\\nthe limit"}}]', words: 'exceeds the limit' },
  { body: '{"error":"no such model"}', words: 'no such model' },
  { body: '{"message":"upstream"}', words: 'upstream' },
  { body: 'Bad gateway', words: 'Bad gateway' },
  { body: '<html>Bad gateway</html>', words: null },
  { body: '{"error":{}}', words: null },
  { body: '', words: null },
])('$body says $words', ({ body, words }) => {
  expect(readServiceErrorMessage(body)).toBe(words);
});

test('truncates a very long error', () => {
  expect(readServiceErrorMessage('x'.repeat(5000))).toHaveLength(300);
});
