import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { type GatewayOptions, openGateway } from '../packages/harness/src/machine/gateway/gateway.ts';
import { areAgentsInstalled } from './agents-folder.ts';
import { createAgentFolders, REAL_AGENTS, runAgent } from './scripted-model/real-agents.ts';
import { startScriptedModel } from './scripted-model/server.ts';

const folder = mkdtempSync(`${tmpdir()}/assay-gw-`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const REAL_KEY = 'sk-real-0123456789';
const PLACEHOLDER = 'sk-assay-stand-in';
const instruction = 'Make add() in calc.js add.';

const openTo = (url: string, options: Partial<GatewayOptions> = {}) =>
  openGateway({
    folder,
    service: { url },
    keys: new Map([[PLACEHOLDER, REAL_KEY]]),
    hosts: [],
    limits: { tokens: null, cost_usd: null },
    ...options,
  });

describe('tokens are counted correctly', () => {
  const usage = { input_tokens: 1000, cached_input_tokens: 300, cache_write_input_tokens: 0, output_tokens: 50 };
  test.each([
    { service: 'Anthropic', model: 'claude-sonnet-4-5', path: '/v1/messages', write: 20, cost: 0.00591 },
    { service: 'OpenAI Responses', model: 'gpt-5', path: '/v1/responses', write: 0, cost: 0.002825 },
    { service: 'OpenAI Chat', model: 'gpt-5', path: '/v1/chat/completions', write: 0, cost: 0.002825 },
    {
      service: 'Gemini',
      model: 'gemini-2.5-pro',
      path: '/v1beta/models/gemini-2.5-pro:generateContent',
      write: 0,
      cost: 0.002825,
    },
  ])('for $service, as a document and as a stream', async ({ model, path, write, cost }) => {
    const spent = { ...usage, cache_write_input_tokens: write };
    const turn = { thinking: 'hm', text: 'hello', usage: spent };
    await using service = await startScriptedModel({ scripts: [{ without_tools: true, turns: [turn] }] });
    await using gateway = await openTo(service.url);
    for (const [stream, target] of [
      [false, path],
      [true, path.replace(':generate', ':streamGenerate')],
    ] as const) {
      const body = JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'hi' }] });
      await (await fetch(gateway.url + target, { method: 'POST', body })).text();
    }
    expect(gateway.records()).toMatchObject([
      { model, usage: spent, status: 200, whole: true },
      { model, usage: spent, status: 200, whole: true },
    ]);
    const { usage: total, cost_usd_micros, models } = gateway.usage();
    expect(total).toMatchObject({ input_tokens: 2000, output_tokens: 100, cache_write_input_tokens: 2 * write });
    expect(cost_usd_micros).toBeCloseTo(cost * 1e6, 3);
    expect(models).toEqual([model]);
  });
});

// to install the agents: node tools/install-agents.ts
describe.skipIf(!areAgentsInstalled()).each(REAL_AGENTS)('$name through a gateway', ({ launch, look, edit }) => {
  test('works with a placeholder key', async () => {
    await using place = await createAgentFolders();
    const turns = [{ tools: [look] }, { tools: [edit(place.work)] }, { text: 'It adds now.' }] as const;
    await using service = await startScriptedModel({ scripts: [{ turns }] });
    await using gateway = await openTo(service.url);
    const { code, output } = await runAgent(launch({ url: gateway.url, key: PLACEHOLDER, instruction }), place);
    expect(output).toContain('It adds now.');
    expect(code).toBe(0);
    expect(output).not.toContain(REAL_KEY);
    const asked = service.requests.filter((request) => request.asked?.offers_tools);
    expect(asked).toHaveLength(3);
    for (const { headers, target } of asked) expect(JSON.stringify([headers, target])).toContain(REAL_KEY);
    const counted = gateway.records().filter(({ usage }) => (usage?.output_tokens ?? 0) > 0);
    expect(counted).toHaveLength(service.requests.filter((request) => request.asked !== null).length);
    expect(gateway.usage().cost_usd_micros).toBeGreaterThan(0);
  });

  test('reports the limit it reached and does not keep retrying', async () => {
    await using place = await createAgentFolders();
    await using service = await startScriptedModel({ scripts: [{ turns: [{ tools: [look] }] }] });
    const told: string[] = [];
    const limits = { tokens: 4000, cost_usd: null };
    await using gateway = await openTo(service.url, { limits, onLimit: (reason) => told.push(reason) });
    const { code, output } = await runAgent(launch({ url: gateway.url, key: PLACEHOLDER, instruction }), place);
    expect(told).toEqual([expect.stringContaining('the limit of 4000 tokens is reached')]);
    expect(output).toContain(told[0]);
    expect(code).not.toBe(0);
    expect(gateway.records().filter(({ status }) => status === 402).length).toBeLessThanOrEqual(2);
  });

  test('reports a service that is down', async () => {
    await using place = await createAgentFolders();
    await using gateway = await openTo('http://127.0.0.1:1');
    const { code, output } = await runAgent(launch({ url: gateway.url, key: PLACEHOLDER, instruction }), place);
    expect(output).toContain('http://127.0.0.1:1 could not be reached');
    expect(code).not.toBe(0);
    expect(new Set(gateway.records().map(({ status }) => status))).toEqual(new Set([502]));
  });
});
