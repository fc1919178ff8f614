import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { makeRunFolder, packTar } from '../../test/run-folder.ts';
import { type JsonObject, openTestApi, readJson, type TestApi } from '../../test/server.ts';
import { SILENT } from '../telemetry/log.ts';
import { deliverWebhooks } from '../webhooks/deliver-webhooks.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

const make = async (body: JsonObject = {}): Promise<JsonObject> =>
  readJson(
    await api.request('/v1/webhooks', {
      method: 'POST',
      body: { url: 'https://example.com/token-in-path', events: ['run.graded'], ...body },
    }),
    201,
  );

test('creates, reads, lists, changes, disables, enables and deletes a webhook', async () => {
  const { secret, ...webhook } = await make();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const path = `/v1/webhooks/${webhook['webhook_id']}`;
  expect(await readJson(await api.request(path), 200)).toEqual(webhook);
  expect((await readJson(await api.request('/v1/webhooks'), 200))['items']).toContainEqual(webhook);
  const events = ['reputation.dropped'];
  const changed = await readJson(await api.request(path, { method: 'PATCH', body: { events } }), 200);
  expect(changed).toEqual({ ...webhook, events });
  const off = await readJson(await api.request(path, { method: 'PATCH', body: { enabled: false } }), 200);
  expect(off['disabled_at']).not.toBeNull();
  expect(await readJson(await api.request(`${path}/test`, { method: 'POST' }), 409)).toMatchObject({
    code: 'conflict',
  });
  expect(await readJson(await api.request(path, { method: 'PATCH', body: { enabled: true } }), 200)).toEqual(changed);
  const audit = JSON.stringify(await readJson(await api.request('/v1/audit-log'), 200));
  expect(audit).toContain('"webhook.create"');
  expect(audit).toContain('"host":"example.com"');
  expect(audit).not.toContain('token-in-path');
  expect(audit).not.toContain(secret);
  expect((await api.request(path, { method: 'DELETE' })).status).toBe(204);
  await readJson(await api.request(path), 404);
  await readJson(await api.request(path, { method: 'DELETE' }), 404);
});

test.each([
  ['http://example.com/', 'without TLS'],
  ['ftp://example.com/', 'another protocol'],
  ['https://user:secret@example.com/', 'a password'],
  ['https://example.com/#part', 'a fragment'],
  ['http://localhost.example.com/', 'a name that only looks like localhost'],
  ['not an address', 'no address'],
  [`https://example.com/${'x'.repeat(2_000)}`, 'too long'],
])('rejects %s: %s', async (url) => {
  const response = await api.request('/v1/webhooks', { method: 'POST', body: { url, events: ['run.graded'] } });
  expect(await readJson(response, 422)).toMatchObject({ code: 'invalid_input', path: expect.stringContaining('url') });
});

test.each([{ events: [] }, { events: ['run.started'] }, { events: ['run.graded', 'run.graded'] }])(
  'rejects a webhook with $events',
  async ({ events }) => {
    const body = { url: 'https://example.com/', events };
    await readJson(await api.request('/v1/webhooks', { method: 'POST', body }), 422);
  },
);

test('a test event is delivered like any other, listed, and can be sent again', async () => {
  let answers = [500, 200, 200];
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']));
    const [status = 200, ...rest] = answers;
    answers = rest;
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const controller = new AbortController();
  const { store } = api;
  const done = deliverWebhooks({
    store,
    log: SILENT,
    now: Date.now,
    allow_local: true,
    pause_ms: 20,
    signal: controller.signal,
  });
  onTestFinished(async () => {
    controller.abort();
    await done;
  });
  const { webhook_id } = await make({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  const path = `/v1/webhooks/${webhook_id}`;
  const sent = await readJson(await api.request(`${path}/test`, { method: 'POST' }), 202);
  expect(sent).toMatchObject({ webhook_id, event_type: 'webhook.test', status: 'pending', tries: 0 });
  const listed = async () => (await readJson(await api.request(`${path}/deliveries`), 200))['items'] as JsonObject[];
  await vi.waitFor(async () => expect(await listed()).toMatchObject([{ tries: 1, status: 'pending' }]), 30_000);
  const retry = `${path}/deliveries/${sent['delivery_id']}/retry`;
  for (const count of [2, 3]) {
    expect(await readJson(await api.request(retry, { method: 'POST' }), 202)).toMatchObject({ status: 'pending' });
    await vi.waitFor(async () => expect(await listed()).toMatchObject([{ status: 'delivered' }]), 30_000);
    expect(received).toHaveLength(count);
  }
  expect(new Set(received).size).toBe(1);
  await readJson(await api.other.request(retry, { method: 'POST' }), 404);
});

test('rotates a secret and shows the new one once', async () => {
  const { webhook_id, secret } = await make();
  const path = `/v1/webhooks/${webhook_id}/rotate-secret`;
  const headers = { 'idempotency-key': `rotate-${webhook_id}` };
  const rotated = await readJson(await api.request(path, { method: 'POST', headers }), 200);
  expect(rotated['secret']).not.toBe(secret);
  await readJson(await api.request(path, { method: 'POST', headers }), 409);
});

test('webhooks of another organization count as missing, and write keys cannot change webhooks', async () => {
  const { webhook_id } = await make();
  const path = `/v1/webhooks/${webhook_id}`;
  const requests = [
    ['GET', path],
    ['PATCH', path, { enabled: false }],
    ['DELETE', path],
    ['POST', `${path}/rotate-secret`],
    ['POST', `${path}/test`],
    ['GET', `${path}/deliveries`],
  ] as const;
  const authorization = `Bearer ${await api.createKey(['write'])}`;
  for (const [method, at, body] of requests) {
    const options = { method, ...(body === undefined ? {} : { body }) };
    expect(await readJson(await api.other.request(at, options), 404), at).toMatchObject({ code: 'not_found' });
    expect(await readJson(await api.request(at, { ...options, headers: { authorization } }), 403), at).toMatchObject({
      code: 'forbidden',
    });
  }
  expect((await readJson(await api.other.request('/v1/webhooks'), 200))['items']).toEqual([]);
  await readJson(await api.request(path), 200);
});

test('announces a graded run and each regrade, with the score of its workspace', async () => {
  await using made = await makeRunFolder();
  const { request, store, organization_id, key } = api;
  const { webhook_id } = await make();
  const sent = await api.app.request('/v1/runs', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-tar' },
    body: (await packTar(made.files)) as Uint8Array<ArrayBuffer>,
  });
  await readJson(sent, 201);
  const { run_id } = made.result;
  await readJson(
    await request(`/v1/runs/${run_id}/regrade`, { method: 'POST', body: { formulas: { axis: '1' } } }),
    200,
  );
  const { items } = await readJson(await request(`/v1/webhooks/${webhook_id}/deliveries`), 200);
  const messages = (items as JsonObject[]).map(({ payload }) => payload as JsonObject).toReversed();
  const score = await store.agent_run_scores.list(organization_id, run_id);
  expect(messages).toMatchObject([
    {
      event_id: `evt_run-graded_${run_id}_1`,
      type: 'run.graded',
      data: { run_id, agent_id: 'bot', overall: 'PASS', score: score[0]?.score, tier: score[0]?.tier, revision: 1 },
    },
    { event_id: `evt_run-graded_${run_id}_2`, data: { run_id, revision: 2 } },
  ]);
});
