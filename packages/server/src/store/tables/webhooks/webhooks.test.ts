import type { WebhookId } from '@assay/schema/api';
import { beforeEach, expect, test } from 'vitest';
import { createOrganization } from '../../../../test/database.ts';
import { useStore } from '../../../../test/use-store.ts';
import type { Pool } from '../../sql/connection.ts';
import { sql } from '../../sql/sql.ts';
import type { Store } from '../../store.ts';

let store: Store;
let pool: Pool;
useStore({ connections: 6 }, (opened) => {
  ({ store, pool } = opened);
});
// due deliveries are shared by all tests
beforeEach(async () => {
  await pool.run(sql`delete from webhook_deliveries`);
});

const page = { limit: 10, after: null };
const graded = {
  event_id: 'evt-1',
  type: 'run.graded' as const,
  occurred_at: '2026-11-15T12:00:00.000Z',
  data: { run_id: 'x' },
};
const take = (limit: number, options: { per_webhook?: number; except?: WebhookId[] } = {}) =>
  store.webhook_deliveries.take({ limit, per_webhook: 100, except: [], ...options });
const passTime = (seconds: number) =>
  pool.run(sql`update webhook_deliveries set next_try_at = next_try_at - make_interval(secs => ${seconds})`);

async function prepare() {
  const organization_id = await createOrganization(store);
  const made = await store.webhooks.create(organization_id, {
    url: 'https://example.com/hook',
    events: ['run.graded'],
  });
  return { organization_id, ...made };
}

test('the secret of a webhook is returned once and never listed', async () => {
  const { organization_id, webhook, secret } = await prepare();
  expect(await store.webhooks.find(organization_id, webhook.webhook_id)).toEqual(webhook);
  expect(JSON.stringify(await store.webhooks.list(organization_id, page))).not.toContain(secret);
});

test('an event goes once to each subscribed webhook, even if announced repeatedly', async () => {
  const { organization_id, webhook, secret } = await prepare();
  await store.webhooks.create(organization_id, { url: 'https://example.com/other', events: ['reputation.dropped'] });
  const stranger = await prepare();
  expect(await store.webhook_deliveries.announce(organization_id, graded)).toBe(1);
  expect(await store.webhook_deliveries.announce(organization_id, graded)).toBe(0);
  const taken = await take(10);
  expect(taken).toMatchObject([
    {
      organization_id,
      event_id: graded.event_id,
      event_type: graded.type,
      payload: graded,
      url: webhook.url,
      secret,
      previous_secret: null,
      tries: 1,
      status: 'pending',
    },
  ]);
  const { webhook_id } = stranger.webhook;
  expect((await store.webhook_deliveries.list(stranger.organization_id, { webhook_id, ...page })).items).toEqual([]);
});

test('a taken delivery is not taken again until its lease ends', async () => {
  const { organization_id } = await prepare();
  for (let count = 0; count < 20; count++) {
    await store.webhook_deliveries.announce(organization_id, { ...graded, event_id: `evt-${count}` });
  }
  const taken = await Promise.all(Array.from({ length: 5 }, () => take(20)));
  expect(taken.flat()).toHaveLength(20);
  expect(new Set(taken.flat().map(({ delivery_id }) => delivery_id)).size).toBe(20);
  expect(await take(20)).toEqual([]);
  await passTime(61);
  expect(await take(20)).toHaveLength(20);
});

test('retries a delivery with growing delays and gives up after the last try', async () => {
  const { organization_id, webhook } = await prepare();
  await store.webhook_deliveries.announce(organization_id, graded);
  for (let count = 1; count <= 12; count++) {
    const [taken] = await take(1);
    expect(taken?.tries).toBe(count);
    const delivery_id = taken?.delivery_id as NonNullable<typeof taken>['delivery_id'];
    await store.webhook_deliveries.failed(organization_id, { delivery_id, final: false, error: 'HTTP 500' });
    expect(await take(1)).toEqual([]);
    await passTime(6 * 3600 + 1);
  }
  const { items } = await store.webhook_deliveries.list(organization_id, { webhook_id: webhook.webhook_id, ...page });
  expect(items).toMatchObject([{ status: 'failed', tries: 12, last_error: 'HTTP 500' }]);
  expect(await take(1)).toEqual([]);
});

test('does not send a delivered event again', async () => {
  const { organization_id } = await prepare();
  await store.webhook_deliveries.announce(organization_id, graded);
  const [taken] = await take(1);
  await store.webhook_deliveries.delivered(organization_id, taken as NonNullable<typeof taken>);
  await passTime(3600);
  expect(await take(1)).toEqual([]);
});

test('a disabled or deleted webhook gets nothing, and only its owner can do either', async () => {
  const { organization_id, webhook } = await prepare();
  const stranger = await prepare();
  await store.webhook_deliveries.announce(organization_id, graded);
  expect(await store.webhooks.disable(stranger.organization_id, webhook.webhook_id)).toBeUndefined();
  expect(await store.webhooks.remove(stranger.organization_id, webhook.webhook_id)).toBe(false);
  expect((await store.webhooks.disable(organization_id, webhook.webhook_id))?.disabled_at).not.toBeNull();
  expect(await take(1)).toEqual([]);
  const { items } = await store.webhook_deliveries.list(organization_id, { webhook_id: webhook.webhook_id, ...page });
  expect(items).toMatchObject([{ status: 'failed', last_error: 'the webhook was disabled before it was delivered' }]);
  expect(await store.webhook_deliveries.announce(organization_id, { ...graded, event_id: 'evt-2' })).toBe(0);
  expect((await store.webhooks.enable(organization_id, webhook.webhook_id))?.disabled_at).toBeNull();
  expect(await store.webhook_deliveries.announce(organization_id, { ...graded, event_id: 'evt-3' })).toBe(1);
  expect(await store.webhooks.remove(organization_id, webhook.webhook_id)).toBe(true);
  expect(await store.webhooks.find(organization_id, webhook.webhook_id)).toBeUndefined();
});

test('does not announce an event of a rolled back transaction', async () => {
  const { organization_id } = await prepare();
  const attempt = store.transaction(async ({ webhook_deliveries }) => {
    await webhook_deliveries.announce(organization_id, graded);
    throw new Error('no');
  });
  await expect(attempt).rejects.toThrow('no');
  expect(await take(1)).toEqual([]);
});

test('one webhook does not delay the others', async () => {
  const busy = await prepare();
  for (let count = 0; count < 20; count++)
    await store.webhook_deliveries.announce(busy.organization_id, { ...graded, event_id: `evt-${count}` });
  const other = await prepare();
  await store.webhook_deliveries.announce(other.organization_id, graded);
  const taken = await take(10, { per_webhook: 3 });
  expect(taken.map(({ webhook_id }) => webhook_id).toSorted()).toEqual(
    [...Array(3).fill(busy.webhook.webhook_id), other.webhook.webhook_id].toSorted(),
  );
  expect(await take(10, { except: [busy.webhook.webhook_id] })).toEqual([]);
  expect(await take(100)).toHaveLength(17);
});

test('a delivery given back is due at once, without counting a try', async () => {
  const { organization_id } = await prepare();
  await store.webhook_deliveries.announce(organization_id, graded);
  const [taken] = await take(1);
  await store.webhook_deliveries.giveBack(organization_id, taken as NonNullable<typeof taken>);
  expect(await take(1)).toMatchObject([{ tries: 1 }]);
});

test('after a rotation both secrets sign for a day, then only the new one', async () => {
  const { organization_id, webhook, secret } = await prepare();
  const rotated = await store.webhooks.rotate(organization_id, webhook.webhook_id);
  expect(rotated?.secret).not.toBe(secret);
  await store.webhook_deliveries.announce(organization_id, graded);
  expect(await take(1)).toMatchObject([{ secret: rotated?.secret, previous_secret: secret }]);
  await passTime(61);
  await pool.run(sql`update webhooks set previous_secret_until = now() - interval '1 second'`);
  expect(await take(1)).toMatchObject([{ secret: rotated?.secret, previous_secret: null }]);
});

test('deletes deliveries settled long ago, but never pending ones', async () => {
  const { organization_id, webhook } = await prepare();
  for (const event_id of ['evt-old', 'evt-new', 'evt-waiting'])
    await store.webhook_deliveries.announce(organization_id, { ...graded, event_id });
  await pool.run(sql`
    update webhook_deliveries set status = 'delivered', settled_at = now() where event_id <> 'evt-waiting'`);
  await pool.run(sql`
    update webhook_deliveries set settled_at = now() - interval '31 days' where event_id = 'evt-old'`);
  await pool.run(sql`
    update webhook_deliveries set created_at = now() - interval '90 days' where event_id = 'evt-waiting'`);
  expect(await store.webhook_deliveries.forgetOld()).toBe(1);
  const { items } = await store.webhook_deliveries.list(organization_id, { webhook_id: webhook.webhook_id, ...page });
  expect(items.map(({ event_id }) => event_id).toSorted()).toEqual(['evt-new', 'evt-waiting']);
});
