import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, createFolder, EVERYTHING, MEMORY, proxied, readLog, until } from './proxy-kit.ts';

/* The official reference servers behind the proxy, and the official client in front of it. */

describe('the everything server, observed', () => {
  let folder: Awaited<ReturnType<typeof createFolder>>;
  let through: Awaited<ReturnType<typeof connect>>;
  let direct: Awaited<ReturnType<typeof connect>>;
  const server = [...EVERYTHING, 'stdio'];

  beforeAll(async () => {
    folder = await createFolder();
    [through, direct] = await Promise.all([
      connect({ command: proxied(folder.folder, ['--agent-id', 'bidder'], server) }),
      connect({ command: server }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([through, direct].map((one) => one[Symbol.asyncDispose]()));
    await folder[Symbol.asyncDispose]();
  });

  test('its version, capabilities, instructions, prompts and tools are the same', async () => {
    expect(through.client.getServerVersion()).toEqual(direct.client.getServerVersion());
    expect(through.client.getServerCapabilities()).toEqual(direct.client.getServerCapabilities());
    expect(through.client.getInstructions()).toEqual(direct.client.getInstructions());
    expect(await through.client.listResourceTemplates()).toEqual(await direct.client.listResourceTemplates());
    expect(await through.client.listPrompts()).toEqual(await direct.client.listPrompts());
    const names = async ({ client }: typeof through) => (await client.listTools()).tools.map(({ name }) => name).sort();
    // some are registered a moment after the start
    await expect.poll(() => names(through), { timeout: 30_000 }).toContain('trigger-elicitation-request');
    await expect.poll(() => names(direct), { timeout: 30_000 }).toContain('trigger-elicitation-request');
    expect(await names(through)).toEqual(await names(direct));
  });

  test.each([
    { name: 'echo', arguments: { message: 'a\nb "c" \u2028 😀' } },
    { name: 'get-sum', arguments: { a: 2, b: 40 } },
    { name: 'get-structured-content', arguments: { location: 'New York' } },
    { name: 'get-annotated-message', arguments: { messageType: 'debug', includeImage: true } },
    { name: 'get-resource-links', arguments: { count: 3 } },
    { name: 'get-tiny-image', arguments: {} },
    { name: 'get-sum', arguments: { a: 'not a number' } },
    { name: 'no-such-tool', arguments: {} },
  ])('$name gives the same answer as without the proxy', async (call) => {
    expect(await through.client.callTool(call)).toEqual(await direct.client.callTool(call));
  });

  test('resources (including binary) and prompts are the same', async () => {
    const { resources } = await direct.client.listResources();
    for (const { uri } of resources.slice(0, 3))
      expect(await through.client.readResource({ uri })).toEqual(await direct.client.readResource({ uri }));
    const blob = 'demo://resource/dynamic/blob/1';
    const { contents } = await through.client.readResource({ uri: blob });
    expect(contents[0]).toMatchObject({ uri: blob, blob: expect.any(String) });
    const prompt = { name: 'args-prompt', arguments: { city: 'Oslo' } };
    expect(await through.client.getPrompt(prompt)).toEqual(await direct.client.getPrompt(prompt));
  });

  test('forwards progress during a call', async () => {
    const progress: number[] = [];
    const call = { name: 'trigger-long-running-operation', arguments: { duration: 0.3, steps: 3 } };
    await through.client.callTool(call, CallToolResultSchema, { onprogress: (one) => progress.push(one.progress) });
    // the client drops progress that it reads together with the result
    expect(progress[0]).toBe(1);
    expect(progress).toEqual(progress.toSorted());
  });

  test('a canceled call does not disturb the next one', async () => {
    const controller = new AbortController();
    const call = { name: 'trigger-long-running-operation', arguments: { duration: 30, steps: 300 } };
    const onprogress = () => controller.abort('enough');
    await expect(
      through.client.callTool(call, CallToolResultSchema, { signal: controller.signal, onprogress }),
    ).rejects.toThrow('enough');
    expect(await through.client.callTool({ name: 'get-sum', arguments: { a: 1, b: 1 } })).toBeTruthy();
  });

  test('the server can request sampling and elicitation from the client', async () => {
    const sample = await through.client.callTool({
      name: 'trigger-sampling-request',
      arguments: { prompt: 'hello', maxTokens: 5 },
    });
    expect(JSON.stringify(sample)).toContain('sampled:');
    const elicited = await through.client.callTool({ name: 'trigger-elicitation-request', arguments: {} });
    expect(JSON.stringify(elicited)).toContain('Ada');
  });

  test('a task can be followed to its result', async () => {
    const call = { name: 'simulate-research-query', arguments: { topic: 'assaying', ambiguous: false } };
    const kinds: string[] = [];
    for await (const { type } of through.client.experimental.tasks.callToolStream(call, CallToolResultSchema, {
      task: { ttl: 60_000, pollInterval: 100 },
    }))
      kinds.push(type);
    expect(kinds[0]).toBe('taskCreated');
    expect(kinds.at(-1)).toBe('result');
  });

  test('many parallel calls get their own answers', async () => {
    const messages = Array.from({ length: 200 }, (_, index) => `${index} ${'x'.repeat((index * 997) % 20_000)}`);
    const answers = await Promise.all(
      messages.map((message) => through.client.callTool({ name: 'echo', arguments: { message } })),
    );
    expect(answers).toEqual(messages.map((message) => ({ content: [{ type: 'text', text: `Echo: ${message}` }] })));
  });

  test('forwards a large message completely', async () => {
    const message = 'm'.repeat(3 * 1024 * 1024);
    const { content } = (await through.client.callTool({ name: 'echo', arguments: { message } })) as {
      content: { text: string }[];
    };
    expect(content[0]?.text.length).toBe(message.length + 6);
  });

  // last: closes the client
  test('the log contains every call exactly once, with its verdict', async () => {
    await until(() => readLog(folder.folder).length >= 215);
    await through.client.close();
    const log = readLog(folder.folder);
    expect(new Set(log.map(({ event_id }) => event_id)).size).toBe(log.length);
    expect(new Set(log.map(({ agent_id }) => agent_id))).toEqual(new Set(['bidder']));
    const judged = log.filter(({ kind }) => kind === 'evaluation');
    const count = (tool: string) => judged.filter((line) => line['tool'] === tool).length;
    expect({
      echo: count('echo'),
      'get-sum': count('get-sum'),
      'trigger-long-running-operation': count('trigger-long-running-operation'),
      'simulate-research-query': count('simulate-research-query'),
      'trigger-sampling-request': count('trigger-sampling-request'),
      all: judged.length,
    }).toEqual({
      echo: 202,
      'get-sum': 3,
      'trigger-long-running-operation': 1,
      'simulate-research-query': 1,
      'trigger-sampling-request': 1,
      all: 214,
    });
    expect(log.filter(({ kind }) => kind === 'unjudged')).toMatchObject([
      { tool: 'trigger-long-running-operation', reason: 'the client cancelled the call' },
    ]);
    expect(log).toHaveLength(215);

    const failed = judged.filter(({ passed }) => passed !== true);
    expect(failed.filter(({ is_error }) => is_error).map(({ tool }) => tool)).toEqual(['get-sum', 'no-such-tool']);
    const operation = judged.find(({ tool }) => tool === 'trigger-long-running-operation');
    expect(operation?.['latency_ms']).toBeGreaterThanOrEqual(290);
    expect(judged.find(({ tool, passed }) => tool === 'get-sum' && passed)).toMatchObject({
      input: { a: 2, b: 40 },
      output: expect.stringContaining('42'),
      checks: [
        { id: 'filesystem', verdict: expect.any(String) },
        { id: 'pii', verdict: 'PASS' },
        { id: 'content', verdict: 'PASS' },
      ],
    });
    // long values are cut
    for (const line of log) expect(JSON.stringify(line).length).toBeLessThan(20_000);
  });
});

test('the memory server works behind the gate', async () => {
  await using folder = await createFolder();
  const env = { MEMORY_FILE_PATH: `${folder.folder}/memory.json` };
  await using through = await connect({ command: proxied(folder.folder, ['--mode', 'gate'], MEMORY), env });
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['wrote the first program'] }];
  await through.client.callTool({ name: 'create_entities', arguments: { entities } });
  const graph = await through.client.callTool({ name: 'read_graph', arguments: {} });
  expect(graph['structuredContent']).toEqual({ entities, relations: [] });
  await until(() => readLog(folder.folder).length >= 2);
  await through.client.close();
  expect(readLog(folder.folder)).toMatchObject([
    { tool: 'create_entities', agent_id: 'test-client', passed: true },
    { tool: 'read_graph', agent_id: 'test-client', passed: true, output: { entities } },
  ]);
});
