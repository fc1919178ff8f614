import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { startScriptedModel } from './server.ts';

const folder = mkdtempSync(`${tmpdir()}/assay-model-`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tools = [{ name: 'anything' }];
const user = { role: 'user', content: 'go' };
const call = { name: 'run', input: { a: 1 } };
const turns = [{ thinking: 'hm', text: 'first', tools: [call] }, { text: 'second' }] as const;

const SERVICES = [
  {
    name: 'Anthropic Messages',
    path: '/v1/messages',
    stream_path: '/v1/messages',
    first: { model: 'm', tools, messages: [user] },
    second: {
      model: 'm',
      tools,
      messages: [
        user,
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'run', input: {} }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't' },
            { type: 'text', text: 'a reminder' },
          ],
        },
      ],
    },
  },
  {
    name: 'OpenAI Responses',
    path: '/v1/responses',
    stream_path: '/v1/responses',
    first: { model: 'm', tools, input: [user] },
    second: {
      model: 'm',
      tools,
      input: [
        user,
        { type: 'reasoning' },
        { type: 'function_call', call_id: 'c' },
        { type: 'function_call_output', call_id: 'c', output: '' },
      ],
    },
  },
  {
    name: 'OpenAI Chat',
    path: '/v1/chat/completions',
    stream_path: '/v1/chat/completions',
    first: { model: 'm', tools, messages: [{ role: 'system', content: 'be good' }, user] },
    second: {
      model: 'm',
      tools,
      messages: [user, { role: 'assistant', tool_calls: [{}] }, { role: 'tool', content: '' }],
    },
  },
  {
    name: 'Gemini',
    path: '/v1beta/models/m:generateContent',
    stream_path: '/v1beta/models/m:streamGenerateContent?alt=sse',
    first: { tools, contents: [{ role: 'user', parts: [{ text: 'go' }] }] },
    second: {
      tools,
      contents: [
        { role: 'user', parts: [{ text: 'go' }] },
        { role: 'model', parts: [{ functionCall: {} }] },
        { role: 'user', parts: [{ functionResponse: {} }] },
      ],
    },
  },
];

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, { method: 'POST', body: JSON.stringify(body) });

describe.each(SERVICES)('$name', ({ path, stream_path, first, second }) => {
  test('gives the replies in order, as a document and as events', async () => {
    await using model = await startScriptedModel({ scripts: [{ match: /^go$/, turns }] });
    for (const [body, said, unsaid] of [
      [first, 'first', 'second'],
      [second, 'second', 'first'],
    ] as const) {
      const document = await (await post(model.url + path, body)).text();
      const events = await (await post(model.url + stream_path, { ...body, stream: true })).text();
      expect(() => JSON.parse(document)).not.toThrow();
      expect(events).toMatch(/^data: \{/m);
      for (const reply of [document, events]) {
        expect(reply).toContain(said);
        expect(reply).not.toContain(unsaid);
      }
    }
    expect(model.requests.map(({ asked }) => [asked?.instruction, asked?.turn, asked?.model])).toEqual([
      ['go', 0, 'm'],
      ['go', 0, 'm'],
      ['go', 1, 'm'],
      ['go', 1, 'm'],
    ]);
  });

  test('fails with the scripted status the given number of times, then succeeds', async () => {
    await using model = await startScriptedModel({
      scripts: [{ turns: [{ status: 529, times: 2, text: 'at last' }] }],
    });
    const answers = [];
    for (let count = 0; count < 3; count++) answers.push(await post(model.url + path, first));
    expect(answers.map(({ status }) => status)).toEqual([529, 529, 200]);
    expect(await answers[0]?.json()).toMatchObject({ error: { message: 'the script answers with status 529' } });
  });

  test('breaks the connection in the middle of a reply', async () => {
    await using model = await startScriptedModel({ scripts: [{ turns: [{ thinking: 'hm', text: 'x', cut: true }] }] });
    for (const where of [path, stream_path]) {
      const answer = await post(model.url + where, { ...first, stream: where === stream_path });
      expect(answer.status).toBe(200);
      await expect(answer.text()).rejects.toThrow();
    }
  });
});

test('a request without tools gets its own script, or a generic answer', async () => {
  const judge = { without_tools: true, match: /grade/, turns: [{ text: 'a good deed' }] } as const;
  await using model = await startScriptedModel({ scripts: [{ turns }, judge] });
  const ask = async (content: string) =>
    (await post(`${model.url}/v1/messages`, { messages: [{ role: 'user', content }] })).text();
  expect(await ask('grade this')).toContain('a good deed');
  expect(await ask('a title, please')).toContain('title');
});

test('a new instruction in an old conversation starts its own script', async () => {
  const again = { match: /^again$/, turns: [{ text: 'once more' }] } as const;
  await using model = await startScriptedModel({ scripts: [again, { turns }] });
  const messages = [user, { role: 'assistant', content: 'done' }, { role: 'user', content: 'again' }];
  expect(await (await post(`${model.url}/v1/messages`, { tools, messages })).text()).toContain('once more');
});

test('a hanging reply ends only with the server', async () => {
  const model = await startScriptedModel({ scripts: [{ turns: [{ hang: true }] }] });
  const waiting = expect(post(`${model.url}/v1/messages`, { tools, messages: [user] })).rejects.toThrow();
  await expect.poll(() => model.requests.length).toBe(1);
  await model[Symbol.asyncDispose]();
  await waiting;
});

test('answers other requests of agents, also on a unix socket', async () => {
  await using model = await startScriptedModel({ scripts: [], socket: `${folder}/model.sock` });
  const count = await post(`${model.url}/v1/messages/count_tokens`, {});
  expect(await count.json()).toEqual({ input_tokens: 100 });
  expect((await fetch(`${model.url}/v1/unheard-of`)).status).toBe(404);
  const [answer] = await once(httpRequest({ socketPath: model.socket, path: '/v1/models' }).end(), 'response');
  expect(answer.resume().statusCode).toBe(200);
});
