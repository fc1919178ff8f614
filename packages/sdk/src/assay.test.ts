import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accept, eventsOf, type FaultServer, json, openFaultServer, type Received } from '../test/fault-server.ts';
import { Assay } from './assay.ts';
import type { AssayOptions } from './options.ts';

let server: FaultServer;
beforeAll(async () => {
  server = await openFaultServer((received) => {
    if (received.path === '/v1/ingest') return accept(received);
    if (received.path.startsWith('/v1/evaluations')) return listPage(received);
    return json({ path: received.path });
  });
});
afterAll(() => server[Symbol.asyncDispose]());

function listPage({ path }: Received) {
  const query = new URL(path, 'http://x').searchParams;
  const after = Number(query.get('after') ?? 0);
  const limit = Number(query.get('limit'));
  const items = Array.from({ length: Math.min(limit, 5 - after) }, (_, index) => ({ seq: after + index + 1 }));
  return json({ items, next: after + limit < 5 ? String(after + limit) : null });
}

const open = (options: Partial<AssayOptions> = {}) => new Assay({ baseUrl: server.url, ...options });
const evaluation = { agent_id: 'bot', output: 'hello', passed: true };
const last = () => server.received.at(-1) as Received;

test('fills path, query and body of an operation from one object', async () => {
  const { api } = open();
  await api.getReputationHistory({ agent_id: 'a/b', limit: 3 });
  expect([last().method, last().path, last().body]).toEqual(['GET', '/v1/reputation/a%2Fb/history?limit=3', '']);
  await api.updateAgent({ agent_id: 'a b', public: true });
  expect([last().method, last().path, last().body]).toEqual(['PATCH', '/v1/agents/a%20b', '{"public":true}']);
  await api.deleteWebhook({ webhook_id: 'whk_1' }, { idempotencyKey: 'mine', headers: { 'if-match': '"3"' } });
  expect([last().method, last().path, last().body]).toEqual(['DELETE', '/v1/webhooks/whk_1', '']);
  expect(last().headers).toMatchObject({ 'idempotency-key': 'mine', 'if-match': '"3"' });
  expect(last().headers).not.toHaveProperty('authorization');
});

test('sends no idempotency key with a read', async () => {
  await open().reputation('bot');
  expect(last().path).toBe('/v1/reputation/bot');
  expect(last().headers).not.toHaveProperty('idempotency-key');
});

test('supports a base URL with a path', async () => {
  await open({ baseUrl: `${server.url}/assay/` }).reputation('bot');
  expect(last().path).toBe('/assay/v1/reputation/bot');
});

test('sends a run archive unchanged', async () => {
  await open().sendRun(new Uint8Array([31, 139]), { workspace_id: 'wsp_1', idempotencyKey: 'mine' });
  expect([last().method, last().path]).toEqual(['POST', '/v1/runs?workspace_id=wsp_1']);
  expect(last().headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': '2',
    'idempotency-key': 'mine',
  });
});

test('iterates over all pages of a list', async () => {
  const seen: number[] = [];
  const before = server.received.length;
  for await (const { seq } of open().each('listEvaluations', { agent_id: 'bot', limit: 2 })) seen.push(seq ?? 0);
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  expect(server.received.slice(before).map(({ path }) => path)).toEqual([
    '/v1/evaluations?agent_id=bot&limit=2',
    '/v1/evaluations?agent_id=bot&limit=2&after=2',
    '/v1/evaluations?agent_id=bot&limit=2&after=4',
  ]);
});

test('fetches no further page when the iteration stops early', async () => {
  const before = server.received.length;
  for await (const _ of open().each('listEvaluations', { limit: 2 })) break;
  expect(server.received.length - before).toBe(1);
});

test('sends recorded evaluations in a batch, each with its event id, and counts them', async () => {
  const assay = open();
  const ids = Array.from({ length: 3 }, () => assay.record(evaluation));
  expect(assay.record(evaluation, { event_id: 'mine' })).toBe('mine');
  expect(assay.recorded).toEqual({ queued: 4, sent: 0, dropped: 0 });
  expect(await assay.flush()).toBe(0);
  expect(assay.recorded).toEqual({ queued: 0, sent: 4, dropped: 0 });
  expect(eventsOf(last())).toEqual([...ids, 'mine']);
  expect(last().headers).toMatchObject({ 'x-assay-source': 'sdk', 'content-type': 'application/json' });
});

test('ignores changes made to an evaluation after it was recorded', async () => {
  const changing = { ...evaluation, output: { text: 'before' } };
  {
    await using assay = open();
    assay.record(changing);
    changing.output.text = 'after';
  }
  expect(last().body).toContain('before');
});

test('does not count a 200 answer without a confirmation as accepted', async () => {
  await using portal = await openFaultServer(() => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<h1>Welcome to the hotel</h1>',
  }));
  const told = Promise.withResolvers<unknown>();
  const assay = open({ baseUrl: portal.url, batchDelayMs: 0, onError: told.resolve });
  assay.record(evaluation);
  expect(await told.promise).toMatchObject({ code: 'malformed_answer' });
  expect(assay.recorded).toEqual({ queued: 1, sent: 0, dropped: 0 });
  await assay.close({ timeoutMs: 0 });
});

test('does not expose the API key on the client', () => {
  const assay = open({ apiKey: 'assay_sk_secret' });
  expect(JSON.stringify(assay) + Object.keys(assay).join()).not.toContain('secret');
});

describe('rejects invalid options and names the field', () => {
  test.each<{ options: Partial<AssayOptions>; path: string }>([
    { options: { baseUrl: 'assay.example.com' }, path: 'baseUrl' },
    { options: { baseUrl: 'file:///etc' }, path: 'baseUrl' },
    { options: { baseUrl: 'https://user:word@assay.example.com' }, path: 'baseUrl' },
    { options: { baseUrl: 'https://assay.example.com?a=1' }, path: 'baseUrl' },
    { options: { apiKey: 'assay_sk_secret\nX-Other: 1' }, path: 'apiKey' },
    { options: { apiKey: '' }, path: 'apiKey' },
    { options: { timeoutMs: 0 }, path: 'timeoutMs' },
    { options: { retries: 1.5 }, path: 'retries' },
    { options: { batchSize: 1001 }, path: 'batchSize' },
    { options: { maxQueued: Number.NaN }, path: 'maxQueued' },
  ])('$options', ({ options, path }) => {
    expect(() => open(options)).toThrow(expect.objectContaining({ code: 'usage', path }));
    expect(() => open(options)).not.toThrow('secret');
  });
});
