import { expect, test } from 'vitest';
import { ask, askOptions, hostWith, KEY } from '../../../../../test/scripted-judge/asking.ts';
import { ANSWER, answer, QUESTION, startScriptedJudge } from '../../../../../test/scripted-judge/judge.ts';
import { get } from '../../../../../test/scripted-model/protocol.ts';
import { createOpenAi } from './openai.ts';

const open = (url: string, environment: Record<string, string> = { OPENAI_API_KEY: KEY }) =>
  createOpenAi(
    { model: 'gpt-5', key_env: 'OPENAI_API_KEY' },
    hostWith({ OPENAI_BASE_URL: `${url}/v1`, ...environment }),
  );

test('sends the schema, and repeats it in the instructions', async () => {
  await using judge = await startScriptedJudge([answer]);
  await open(judge.url).ask(QUESTION, askOptions());
  expect(judge.requests[0]?.body).toEqual({
    model: 'gpt-5',
    max_completion_tokens: 4096,
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      { role: 'system', content: expect.stringMatching(/^You judge runs\.[\s\S]*additionalProperties/) },
      { role: 'user', content: 'The task: add two numbers.\n\nThe rubric: it adds.\n\nThe change: a + b' },
    ],
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'assay_run', strict: true, schema: QUESTION.schema },
    },
  });
  expect(judge.requests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
});

const formatOf = (body: unknown) => get(get(body, 'response_format'), 'type') ?? 'none';

test.each([
  {
    service: 'without schemas',
    rejects: (body: unknown) => (formatOf(body) === 'json_schema' ? 'json_schema is not supported' : undefined),
    forms: ['json_schema', 'json_schema', 'json_object', 'json_object'],
  },
  {
    service: 'without response formats',
    rejects: (body: unknown) => (formatOf(body) === 'none' ? undefined : 'unknown field response_format'),
    forms: ['json_schema', 'json_schema', 'json_object', 'none', 'none'],
  },
  {
    service: 'that uses the older name of the token limit',
    rejects: (body: unknown) =>
      get(body, 'max_completion_tokens') === undefined ? undefined : 'unknown field max_completion_tokens',
    forms: ['json_schema', 'json_schema', 'json_schema'],
  },
  {
    service: 'that reports no usage in a stream',
    rejects: (body: unknown) => (get(body, 'stream_options') === undefined ? undefined : 'unknown stream_options'),
    forms: ['json_schema', 'json_schema', 'json_object', 'none', 'none'],
  },
])('falls back for a service $service, and remembers it', async ({ rejects, forms }) => {
  await using judge = await startScriptedJudge([answer], { rejects });
  const backend = open(judge.url);
  expect((await backend.ask(QUESTION, askOptions())).text).toBe(ANSWER);
  expect((await backend.ask(QUESTION, askOptions())).text).toBe(ANSWER);
  expect(judge.requests.map(({ body }) => formatOf(body))).toEqual(forms);
});

test('sends no key to a self-hosted service that needs none', async () => {
  await using judge = await startScriptedJudge([answer]);
  expect((await open(judge.url, {}).ask(QUESTION, askOptions())).text).toBe(ANSWER);
  expect(judge.requests[0]?.headers['authorization']).toBeUndefined();
});

test('sends the earlier reply back, followed by its error', async () => {
  await using judge = await startScriptedJudge([{ text: 'PASS!' }, answer]);
  await ask(open(judge.url));
  expect((get(judge.requests[1]?.body, 'messages') as unknown[]).slice(2)).toEqual([
    { role: 'assistant', content: 'PASS!' },
    { role: 'user', content: expect.stringContaining('found something else') },
  ]);
});

test('a model without a price has unknown cost, not zero', async () => {
  await using judge = await startScriptedJudge([answer]);
  const host = hostWith({ OPENAI_BASE_URL: `${judge.url}/v1` });
  const { asked } = await ask(createOpenAi({ model: 'qwen3:32b', key_env: 'OPENAI_API_KEY' }, host));
  expect(asked).toMatchObject({ status: 'answered', model: 'qwen3:32b', cost_usd_micros: null });
});

test('uses a configured price', async () => {
  await using judge = await startScriptedJudge([answer]);
  const host = hostWith({ OPENAI_BASE_URL: `${judge.url}/v1` });
  const backend = createOpenAi({ model: 'qwen3:32b', key_env: 'OPENAI_API_KEY' }, host);
  const { asked } = await ask(backend, { prices: [{ model: 'qwen3:*', input: 2, output: 10 }] });
  const { input_tokens = 0, output_tokens = 0 } = asked.usage ?? {};
  expect(output_tokens).toBeGreaterThan(0);
  expect(asked.cost_usd_micros).toBe(2 * input_tokens + 10 * output_tokens);
});
