import { join } from 'node:path';
import { score } from '@assay/scoring';
import { Assay } from '@assay/sdk';
import { expect, test } from 'vitest';
import type { Listening } from '../packages/server/src/http/listen.ts';
import type { TestApi } from '../packages/server/test/server.ts';
import { useListeningApi } from './listening-api.ts';
import { connect, createFolder, EVERYTHING, MEMORY, proxied } from './proxy-kit.ts';

/* All sources in parallel, one reputation window: SDK clients, REST requests, and proxies for real MCP servers. */
let api: TestApi;
let server: Listening;
useListeningApi((opened) => {
  ({ api, server } = opened);
});

const AGENT = 'everywhere';
const RECORDED = 240;
const ASKED = 60;
const GATED = 20;
const CALLED = 15;
const ENTITY = { name: 'Ada', entityType: 'person', observations: ['counts'] };

/** Records in the background; the latency identifies each evaluation. */
async function useClient(first: number): Promise<void> {
  await using assay = new Assay({ baseUrl: server.url, apiKey: api.key, batchSize: 25, batchDelayMs: 5 });
  for (let i = 0; i < RECORDED; i++) {
    assay.record({ agent_id: AGENT, output: i, passed: i % 11 !== 0, latency_ms: first + i, latency_ref_ms: 5_000 });
    if (i % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await assay.flush({ timeoutMs: 120_000 });
}

async function useGate(): Promise<void> {
  await using assay = new Assay({ baseUrl: server.url, apiKey: api.key });
  const say = assay.gate(async (text: string) => text, {
    agent_id: AGENT,
    on_fail: 'throw',
    timeout_ms: 120_000,
    checks: [{ type: 'contains', value: 'x' }],
  });
  for (let i = 0; i < GATED; i++) await say(i % 2 === 0 ? 'x' : 'y').catch(() => undefined);
}

async function useRest(): Promise<void> {
  for (let i = 0; i < ASKED; i++) {
    const body = JSON.stringify({ agent_id: AGENT, output: i, passed: i % 3 !== 0, latency_ms: i });
    const headers = {
      authorization: `Bearer ${api.key}`,
      'content-type': 'application/json',
      'idempotency-key': `rest-${i}`,
    };
    const send = () => fetch(`${server.url}/v1/evaluate`, { method: 'POST', headers, body });
    // every third is sent twice in parallel
    const answers = await Promise.all(i % 3 === 0 ? [send(), send()] : [send()]);
    for (const answer of answers) expect([200, 409]).toContain(answer.status);
  }
}

async function useProxy(command: readonly string[], calls: readonly { name: string; arguments: object }[]) {
  const folder = await createFolder();
  const options = ['--agent-id', AGENT, '--assay-url', server.url];
  const env = { ASSAY_API_KEY: api.key, MEMORY_FILE_PATH: join(folder.folder, 'memory.jsonl') };
  const through = await connect({ command: proxied(folder.folder, options, command), env });
  for (let i = 0; i < CALLED; i++) {
    const { name, arguments: given } = calls[i % calls.length] as (typeof calls)[number];
    await through.client.callTool({ name, arguments: { ...given } });
  }
  return { folder, through };
}

test('evaluations of all sources form one log and one window', async () => {
  const assay = new Assay({ baseUrl: server.url, apiKey: api.key });
  const [everything, memory] = await Promise.all([
    useProxy(
      [...EVERYTHING, 'stdio'],
      [
        { name: 'echo', arguments: { message: 'hello' } },
        { name: 'get-sum', arguments: { a: 'not a number', b: 1 } },
      ],
    ),
    useProxy(MEMORY, [{ name: 'create_entities', arguments: { entities: [ENTITY] } }]),
    useClient(0),
    useClient(1_000),
    useGate(),
    useRest(),
  ]);
  const total = 2 * RECORDED + GATED + ASKED + 2 * CALLED;
  const reputation = async () => (await assay.reputation(AGENT)) as unknown as Record<string, unknown>;
  await expect.poll(async () => (await reputation())['eval_count'], { timeout: 120_000 }).toBe(total);
  for (const { folder, through } of [everything, memory]) {
    await through[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  }

  const log = [];
  for await (const one of assay.each('listEvaluations', { agent_id: AGENT, limit: 200 })) log.push(one);
  log.reverse();
  expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: total }, (_, index) => index + 1));

  const { score: points, streak, eval_count, pass_rate, avg_latency_ms, interval, lifecycle } = await reputation();
  const evaluations = log.map(({ passed, latency_ms, latency_ref_ms }) => ({ passed, latency_ms, latency_ref_ms }));
  expect(score('reputation', { evaluations })).toMatchObject({
    score: points,
    streak,
    eval_count,
    pass_rate,
    avg_latency_ms,
    interval,
    lifecycle,
  });
  expect(lifecycle).toBe('mature');

  const counts = Object.groupBy(log, ({ source }) => source);
  expect([counts.sdk?.length, counts.rest?.length, counts.proxy?.length]).toEqual([
    2 * RECORDED + GATED,
    ASKED,
    2 * CALLED,
  ]);
  const window = Object.groupBy(log.slice(-500), ({ source }) => source);
  const mix = Object.fromEntries(Object.entries(window).map(([source, all]) => [source, all?.length]));
  expect((await reputation())['sources']).toEqual(mix);
  expect(counts.proxy?.filter(({ passed }) => passed === false).length).toBe(Math.floor(CALLED / 2));

  // the order of each client is kept
  const recorded = counts.sdk?.filter(({ latency_ref_ms }) => latency_ref_ms === 5_000) ?? [];
  for (const first of [0, 1_000]) {
    const own = recorded.map(({ latency_ms }) => (latency_ms ?? 0) - first).filter((i) => i >= 0 && i < RECORDED);
    expect(own).toEqual(Array.from({ length: RECORDED }, (_, index) => index));
  }
});
