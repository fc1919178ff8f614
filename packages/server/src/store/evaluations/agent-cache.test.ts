import type { OrganizationId } from '@assay/schema';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createOrganization, createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { buildEvaluation, findDrift } from '../../../test/evaluations.ts';
import { openStore, type Store } from '../store.ts';

let database: TestDatabase;
let store: Store;
let another: Store;
let organization_id: OrganizationId;
beforeAll(async () => {
  database = await createTestDatabase();
  store = await openStore({ url: database.url, connections: 2 });
  another = await openStore({ url: database.url, connections: 2 });
  organization_id = await createOrganization(store);
}, 120_000);
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await another[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const evaluate = (by: Store, agent_id: string, passed = true) =>
  by.evaluate(organization_id, buildEvaluation({ agent_id, passed, latency_ms: 20 }));

async function expectNoDrift(agent_id: string): Promise<void> {
  const { expected, found } = await findDrift(store, { organization_id, agent_id });
  expect(found).toEqual(expected);
}

/** Counts how often agents are read during `work`. */
async function countReads(work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => sent.mockRestore());
  sent.mockClear();
  await work();
  const texts = sent.mock.calls.map(([config]) => (config as { text?: string } | string | undefined) ?? '');
  return texts.filter((one) => (typeof one === 'string' ? one : one.text)?.includes('as read_at')).length;
}

test('reads an agent on its first change, and not again until another process changes it', async () => {
  expect(await countReads(() => evaluate(store, 'a'))).toBeGreaterThan(0);
  expect(
    await countReads(async () => {
      for (let i = 0; i < 20; i++) await evaluate(store, 'a', i % 3 > 0);
    }),
  ).toBe(0);
  await expectNoDrift('a');
});

test('reads ahead the evicted evaluations of a full window for five batches', async () => {
  await Promise.all(Array.from({ length: 500 }, () => evaluate(store, 'full')));
  const reads = await countReads(async () => {
    for (let i = 0; i < 25; i++) await evaluate(store, 'full', i % 2 > 0);
  });
  expect(reads).toBe(5);
  await expectNoDrift('full');
});

test('reads agents changed by another process again; nothing is lost or counted twice', async () => {
  for (let i = 0; i < 10; i++) await evaluate(i % 2 > 0 ? store : another, 'shared', i % 3 > 0);
  const { seq } = (await evaluate(store, 'shared')).reputation;
  expect(seq).toBe(11);
  await expectNoDrift('shared');
});

test('reads an agent again after a minute, and uses database times', async () => {
  let time_ms = Date.now();
  await using early = await openStore({ url: database.url, connections: 1, now: () => time_ms });
  await evaluate(early, 'later');
  // a clock jump
  time_ms += 3_600_000;
  expect(await countReads(() => evaluate(early, 'later'))).toBe(1);
  const { evaluation } = await evaluate(early, 'later');
  expect(Math.abs(Date.parse(evaluation.accepted_at) - Date.now())).toBeLessThan(60_000);
});

test('times of an agent never go back', async () => {
  const times: string[] = [];
  for (let i = 0; i < 10; i++) times.push((await evaluate(store, 'timed')).evaluation.accepted_at);
  expect(times).toEqual(times.toSorted());
});

test('a webhook created by another process gets the next evaluation', async () => {
  await evaluate(store, 'watched');
  const { webhook } = await another.webhooks.create(organization_id, {
    url: 'https://example.com/hook',
    events: ['evaluation.failed'],
  });
  await evaluate(store, 'watched', false);
  const { webhook_id } = webhook;
  const { items } = await store.webhook_deliveries.list(organization_id, { webhook_id, limit: 10, after: null });
  expect(items.map(({ payload }) => payload.data)).toMatchObject([{ agent_id: 'watched', seq: 2 }]);
});
