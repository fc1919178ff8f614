import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { OrganizationId } from '@assay/schema';
import type { WebhookDelivery, WebhookId } from '@assay/schema/api';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createOrganization, type TestDatabase } from '../../test/database.ts';
import { useStore } from '../../test/use-store.ts';
import type { Pool } from '../store/sql/connection.ts';
import { sql } from '../store/sql/sql.ts';
import { openStore, type Store } from '../store/store.ts';
import { SILENT } from '../telemetry/log.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import { post } from './post.ts';

let database: TestDatabase;
let store: Store;
let pool: Pool;
useStore({ connections: 6 }, (opened) => {
  ({ database, store, pool } = opened);
});
// due deliveries are shared by all tests
beforeEach(async () => {
  await pool.run(sql`delete from webhook_deliveries`);
});

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver that answers with the given status; undefined means no answer. */
async function startReceiver(answer: (received: Received, count: number) => number | undefined) {
  const received: Received[] = [];
  const server: Server = createServer(async (request, response) => {
    const one = { path: request.url ?? '', headers: request.headers, body: await text(request) };
    received.push(one);
    const status = answer(one, received.length);
    if (status === undefined) return;
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('x'.repeat(100_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

function startDelivering({ allow_local = true, from = store } = {}) {
  const controller = new AbortController();
  const done = deliverWebhooks({
    store: from,
    log: SILENT,
    now: Date.now,
    allow_local,
    pause_ms: 10,
    signal: controller.signal,
  });
  const stop = async () => {
    controller.abort();
    await done;
  };
  onTestFinished(stop);
  return { stop };
}

async function prepare(url: string) {
  const organization_id = await createOrganization(store);
  const { webhook, secret } = await store.webhooks.create(organization_id, { url, events: ['run.graded'] });
  return { organization_id, webhook_id: webhook.webhook_id, secret };
}

const announce = (organization_id: OrganizationId, event_id: string) =>
  store.webhook_deliveries.announce(organization_id, {
    event_id,
    type: 'run.graded',
    occurred_at: '2026-11-15T12:00:00.000Z',
    data: { run_id: 'run_x', text: 'grüße' },
  });

async function listOf({ organization_id, webhook_id }: { organization_id: OrganizationId; webhook_id: WebhookId }) {
  return (await store.webhook_deliveries.list(organization_id, { webhook_id, limit: 200, after: null })).items;
}

const waitFor = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 30_000, interval: 20 });
const statuses = (items: readonly WebhookDelivery[]) => items.map(({ status }) => status);
const passTime = () => pool.run(sql`update webhook_deliveries set next_try_at = now() where status = 'pending'`);

test('delivers an event as signed JSON and settles it', async () => {
  const { url, received } = await startReceiver(() => 204);
  const hook = await prepare(url);
  startDelivering();
  await announce(hook.organization_id, 'evt_1');
  await waitFor(async () => expect(statuses(await listOf(hook))).toEqual(['delivered']));
  expect(received).toHaveLength(1);
  const [{ headers, body }] = received as [Received];
  expect(JSON.parse(body)).toEqual({
    event_id: 'evt_1',
    type: 'run.graded',
    occurred_at: '2026-11-15T12:00:00.000Z',
    data: { run_id: 'run_x', text: 'grüße' },
  });
  expect(headers['content-type']).toBe('application/json');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(hook.secret.slice('whsec_'.length), 'base64');
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  expect(Math.abs(Date.now() / 1_000 - Number(headers['webhook-timestamp']))).toBeLessThan(60);
});

test('sends a rejected event again with the same id and records the error', async () => {
  const { url, received } = await startReceiver((_, count) => (count === 1 ? 500 : 200));
  const hook = await prepare(url);
  startDelivering();
  await announce(hook.organization_id, 'evt_1');
  await waitFor(async () =>
    expect(await listOf(hook)).toMatchObject([
      { status: 'pending', tries: 1, last_error: 'the receiver answered with status 500; expected 200 to 299' },
    ]),
  );
  await passTime();
  await waitFor(async () =>
    expect(await listOf(hook)).toMatchObject([{ status: 'delivered', tries: 2, last_error: null }]),
  );
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_1', 'evt_1']);
});

test('does not follow redirects', async () => {
  const { url, received } = await startReceiver(() => 302);
  const hook = await prepare(url);
  startDelivering();
  await announce(hook.organization_id, 'evt_1');
  await waitFor(async () => expect(await listOf(hook)).toMatchObject([{ last_error: expect.stringContaining('302') }]));
  expect(received.map(({ path }) => path)).toEqual(['/hook']);
});

test('disables a receiver that answers 410 Gone', async () => {
  const { url } = await startReceiver(() => 410);
  const hook = await prepare(url);
  startDelivering();
  await announce(hook.organization_id, 'evt_1');
  await waitFor(async () => {
    const webhook = await store.webhooks.find(hook.organization_id, hook.webhook_id);
    expect(webhook?.disabled_at).not.toBeNull();
  });
  expect(statuses(await listOf(hook))).toEqual(['failed']);
});

test('a receiver that never answers does not delay others, and its delivery is given back at the end', async () => {
  const silent = await startReceiver(() => undefined);
  const stuck = await prepare(silent.url);
  for (let count = 0; count < 40; count++) await announce(stuck.organization_id, `evt_${count}`);
  const { url, received } = await startReceiver(() => 200);
  const hook = await prepare(url);
  const { stop } = startDelivering();
  await announce(hook.organization_id, 'evt_1');
  await waitFor(() => expect(received).toHaveLength(1));
  expect(silent.received.length).toBeLessThan(16);
  await stop();
  const waiting = await listOf(stuck);
  expect(new Set(statuses(waiting))).toEqual(new Set(['pending']));
  expect(waiting.every(({ tries }) => tries === 0)).toBe(true);
});

test('several servers deliver each event once', async () => {
  const { url, received } = await startReceiver(() => 200);
  const hook = await prepare(url);
  await using second = await openStore({ url: database.url, connections: 2 });
  const [one, two] = [startDelivering(), startDelivering({ from: second })];
  const ids = Array.from({ length: 60 }, (_, index) => `evt_${index}`);
  await Promise.all(ids.map((event_id) => announce(hook.organization_id, event_id)));
  await waitFor(async () => expect(new Set(statuses(await listOf(hook)))).toEqual(new Set(['delivered'])));
  expect(received.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(ids.toSorted());
  await Promise.all([one.stop(), two.stop()]);
});

test('rejects loopback addresses by default', async () => {
  const { url, received } = await startReceiver(() => 200);
  const hooks = [
    await prepare(url),
    await prepare(url.replace('127.0.0.1', 'localhost')),
    await prepare(url.replace('http:', 'https:')),
    await prepare(url.replace('http:', 'https:').replace('127.0.0.1', 'localhost')),
  ];
  startDelivering({ allow_local: false });
  for (const { organization_id } of hooks) await announce(organization_id, 'evt_1');
  for (const hook of hooks)
    await waitFor(async () =>
      expect(await listOf(hook)).toMatchObject([
        { status: 'failed', tries: 1, last_error: expect.stringContaining('nothing was sent') },
      ]),
    );
  expect(received).toEqual([]);
});

test.each([
  ['https://169.254.169.254/latest', false, 'nothing was sent'],
  ['https://[::ffff:127.0.0.1]/', false, 'nothing was sent'],
  ['https://10.0.0.1/', true, 'nothing was sent'],
  ['http://8.8.8.8/', true, 'nothing was sent'],
  ['http://0.0.0.0/', true, 'nothing was sent'],
])('rejects %s before sending anything', async (url, allow_local, message) => {
  const { signal } = new AbortController();
  await expect(post({ url, allow_local, headers: {}, body: '{}', timeout_ms: 30_000, signal })).rejects.toThrow(
    message,
  );
});

test('gives up on a receiver after a timeout', async () => {
  const { url } = await startReceiver(() => undefined);
  const { signal } = new AbortController();
  await expect(post({ url, allow_local: true, headers: {}, body: '{}', timeout_ms: 50, signal })).rejects.toThrow(
    'no answer within 0.05 s',
  );
});

test('rejects an untrusted certificate', async ({ skip }) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-webhooks-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const options = [
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=localhost',
    '-keyout',
    key,
    '-out',
    cert,
  ];
  try {
    execFileSync('openssl', ['req', '-x509', ...options], { stdio: 'ignore' });
  } catch {
    skip('openssl is needed to make a certificate');
  }
  const server = createSecureServer({ key: await readFile(key), cert: await readFile(cert) }, (_, response) => {
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const { signal } = new AbortController();
  await expect(post({ url, allow_local: true, headers: {}, body: '{}', timeout_ms: 30_000, signal })).rejects.toThrow(
    /self-signed certificate/,
  );
});
