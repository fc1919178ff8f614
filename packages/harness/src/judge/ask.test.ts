import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ask, askOptions, hostWith, KEY } from '../../../../test/scripted-judge/asking.ts';
import {
  ANSWER,
  answer,
  QUESTION,
  readAnswer,
  startScriptedJudge,
  type Turns,
} from '../../../../test/scripted-judge/judge.ts';
import { askJudge } from './ask.ts';
import { createAnthropic } from './backends/anthropic.ts';
import { promptDigest } from './prompt-digest.ts';

const open = (url: string) =>
  createAnthropic({ model: 'claude-sonnet-4-6', base_url: url }, hostWith({ ANTHROPIC_API_KEY: KEY }));

async function askAfter(...turns: Turns) {
  await using judge = await startScriptedJudge(turns);
  return await ask(open(judge.url));
}

const cutOff = { text: '{"verd', stop: 'cut_off' } as const;
const unreadable = { text: 'PASS!' };

test('retries after a service error, a cut-off reply and an unreadable reply', async () => {
  const { asked } = await askAfter({ status: 529 }, cutOff, { status: 500 }, unreadable, answer);
  expect(asked).toMatchObject({ status: 'answered', reply: ANSWER, repaired: true, tries: 5, detail: null });
  expect(asked.usage?.output_tokens).toBeGreaterThanOrEqual(120);
});

test.each([
  {
    turns: [{ status: 500 }, cutOff, { status: 500 }, { status: 500 }],
    obstacle: 'cut_off',
    reply: '{"verd',
    tries: 4,
  },
  { turns: [unreadable, { status: 401 }], obstacle: 'unparseable', reply: 'PASS!', tries: 2 },
  { turns: [unreadable, cutOff, cutOff], obstacle: 'cut_off', reply: '{"verd', tries: 3 },
  { turns: [cutOff, unreadable, unreadable], obstacle: 'unparseable', reply: 'PASS!', tries: 3 },
  { turns: [unreadable, { text: 'no', stop: 'refused' }], obstacle: 'judge_refused', reply: 'no', tries: 2 },
] as const)('ends as $obstacle after $tries tries and keeps the last reply', async ({ turns, ...expected }) => {
  const { asked } = await askAfter(...(turns as unknown as Turns));
  expect(asked).toMatchObject({ status: 'failed', ...expected });
});

test('keeps the reply when asking again fails, and reports both errors', async () => {
  const { asked } = await askAfter(unreadable, { status: 401 });
  expect(asked.detail).toMatch(/^expected .*; asked again: status 401/);
});

test.each([
  { retry_after_s: 0, waits: [1000, 4000] },
  { retry_after_s: 30, waits: [30_000, 30_000] },
])('waits as long as a service asks for: $retry_after_s s', async ({ retry_after_s, waits }) => {
  const { waits_ms } = await askAfter({ status: 429, retry_after_s });
  expect(waits_ms).toHaveLength(2);
  for (const [index, wait] of waits.entries()) expect(waits_ms[index]).toBeGreaterThanOrEqual(wait);
});

test('does not retry a service that asks to wait an hour', async () => {
  const { asked, waits_ms } = await askAfter({ status: 429, retry_after_s: 3600 });
  expect(asked).toMatchObject({ obstacle: 'rate_limited', tries: 1 });
  expect(waits_ms).toEqual([]);
});

test('abort ends it with the reason of the signal, also while waiting', async () => {
  await using judge = await startScriptedJudge([{ status: 429, retry_after_s: 100 }]);
  const controller = new AbortController();
  const reason = new Error('called off');
  const asking = askJudge(open(judge.url), QUESTION, {
    ...askOptions(),
    host: hostWith({}),
    timeout_ms: 60_000,
    read: readAnswer,
    signal: controller.signal,
  });
  const ended = expect(asking).rejects.toBe(reason);
  while (judge.requests.length === 0) await sleep(10);
  await sleep(100);
  controller.abort(reason);
  await ended;
  expect(judge.requests).toHaveLength(1);
});

test('does not retry when the reader recognizes a refusal', async () => {
  await using judge = await startScriptedJudge([{ text: 'I cannot judge this.' }]);
  const read = () => ({ ok: false, obstacle: 'judge_refused', detail: 'it says so' }) as const;
  const { asked } = await ask(open(judge.url), { read });
  expect(asked).toMatchObject({ obstacle: 'judge_refused', reply: 'I cannot judge this.', tries: 1, repaired: false });
});

test('a reply that makes the reader throw is unparseable', async () => {
  const read = (): never => {
    throw new RangeError('nested too deep');
  };
  await using judge = await startScriptedJudge([answer]);
  const { asked } = await ask(open(judge.url), { read });
  expect(asked).toMatchObject({
    obstacle: 'unparseable',
    detail: 'RangeError: nested too deep',
    reply: ANSWER,
    tries: 2,
  });
});

test('an exception in a backend is recorded as a failure', async () => {
  const findObstacle = async (): Promise<null> => null;
  const askBadly = (): Promise<never> => Promise.reject(new TypeError('a defect'));
  const backend = { id: 'broken', model: null, address: null, findObstacle, ask: askBadly };
  expect((await ask(backend)).asked).toMatchObject({
    obstacle: 'service_error',
    detail: 'TypeError: a defect',
    tries: 1,
  });
});

test('the same question has the same digest; any change gives another', () => {
  const digest = promptDigest(QUESTION);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(promptDigest(structuredClone(QUESTION))).toBe(digest);
  expect(promptDigest({ ...QUESTION, batch: 1 })).not.toBe(digest);
  expect(promptDigest({ ...QUESTION, parts: QUESTION.parts.slice(1) })).not.toBe(digest);
});
