import { expect, test } from 'vitest';
import { ask, askOptions, hostWith, KEY } from '../../../../../test/scripted-judge/asking.ts';
import { ANSWER, answer, QUESTION, startScriptedJudge } from '../../../../../test/scripted-judge/judge.ts';
import { get } from '../../../../../test/scripted-model/protocol.ts';
import { createAnthropic } from './anthropic.ts';

const model = 'claude-sonnet-4-6';
const open = (url: string) => createAnthropic({ model }, hostWith({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url }));
const cache_control = { type: 'ephemeral' };

test('caches the instructions and the lasting parts, and sends the schema', async () => {
  await using judge = await startScriptedJudge([answer]);
  await open(judge.url).ask(QUESTION, askOptions());
  expect(judge.requests[0]?.body).toEqual({
    model,
    max_tokens: 4096,
    stream: true,
    system: [{ type: 'text', text: QUESTION.system, cache_control }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'The task: add two numbers.' },
          { type: 'text', text: 'The rubric: it adds.', cache_control },
          { type: 'text', text: 'The change: a + b' },
        ],
      },
    ],
    output_config: { format: { type: 'json_schema', schema: QUESTION.schema } },
  });
});

test('the cached part is the same for every question about a task, also when correcting a reply', async () => {
  await using judge = await startScriptedJudge([{ text: '' }, answer]);
  await ask(open(judge.url));
  const [first, second] = judge.requests.map(({ body }) => body);
  expect(get(second, 'system')).toEqual(get(first, 'system'));
  const messages = get(second, 'messages') as { role: string }[];
  expect(messages[0]).toEqual((get(first, 'messages') as unknown[])[0]);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(messages[1]).toMatchObject({ content: '(an empty reply)' });
});

test('omits parts without text, which the service would reject', async () => {
  await using judge = await startScriptedJudge([answer]);
  const parts = [
    { text: 'The task.', lasting: true },
    { text: ' ', lasting: false },
  ];
  await open(judge.url).ask({ ...QUESTION, parts }, askOptions());
  expect(get(judge.requests[0]?.body, 'messages')).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'The task.', cache_control }] },
  ]);
});

test('falls back to a schema in words if the gateway supports none, and remembers it', async () => {
  const rejects = (body: unknown) =>
    get(body, 'output_config') === undefined ? undefined : 'output_config: Extra inputs are not permitted';
  await using judge = await startScriptedJudge([answer], { rejects });
  const backend = open(judge.url);
  expect((await backend.ask(QUESTION, askOptions())).text).toBe(ANSWER);
  expect((await backend.ask(QUESTION, askOptions())).text).toBe(ANSWER);
  expect(judge.requests.map(({ body }) => get(body, 'output_config') !== undefined)).toEqual([true, false, false]);
  expect(JSON.stringify(get(judge.requests[1]?.body, 'system'))).toContain('additionalProperties');
});

test('reports the first rejection if every form is rejected', async () => {
  await using judge = await startScriptedJudge([answer], {
    rejects: (body) => (get(body, 'output_config') === undefined ? 'the second reason' : 'the first reason'),
  });
  await expect(open(judge.url).ask(QUESTION, askOptions())).rejects.toMatchObject({
    obstacle: 'rejected',
    message: 'status 400: the first reason',
  });
});

test('the configured address overrides the environment', async () => {
  await using judge = await startScriptedJudge([answer]);
  const host = hostWith({ ANTHROPIC_AUTH_TOKEN: KEY, ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' });
  const backend = createAnthropic({ model, base_url: judge.url }, host);
  expect((await backend.ask(QUESTION, askOptions())).text).toBe(ANSWER);
  expect(judge.requests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
});

test('does not call the service without a key', async () => {
  const { asked } = await ask(createAnthropic({ model }, hostWith({})));
  expect(asked).toMatchObject({ obstacle: 'unauthorized', tries: 1 });
  expect(asked.detail).toContain('ANTHROPIC_API_KEY');
});

test('counts cache writes and reads as input tokens', async () => {
  const usage = { input_tokens: 900, cached_input_tokens: 200, cache_write_input_tokens: 600, output_tokens: 7 };
  await using judge = await startScriptedJudge([{ ...answer, usage, model: 'claude-sonnet-4-6-20260115' }]);
  const reply = await open(judge.url).ask(QUESTION, askOptions());
  expect(reply).toEqual({
    text: ANSWER,
    model: 'claude-sonnet-4-6-20260115',
    usage,
    cost_usd_micros: null,
    stop: 'end',
  });
});

test('allows replies of any length', async () => {
  await using judge = await startScriptedJudge([answer]);
  const reply = await open(judge.url).ask(QUESTION, { ...askOptions(), max_output_tokens: 128_000 });
  expect(reply.text).toBe(ANSWER);
});
