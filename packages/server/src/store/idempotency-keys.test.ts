import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openPool, type Pool } from './connection.ts';
import { uuidOf } from './ids.ts';
import { sql } from './sql.ts';
import { openStore, type Store } from './store.ts';

let database: TestDatabase;
let store: Store;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  store = await openStore({ url: database.url, connections: 8 });
  pool = openPool({ url: database.url, connections: 1 });
}, 120_000);
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const claim = { key: 'k', body_digest: 'a'.repeat(64) };

test('a key goes on once, is in progress until it is answered, and is answered alike ever after', async () => {
  const organization_id = await createOrganization(store);
  const { idempotency_keys } = store;
  expect(await idempotency_keys.claim(organization_id, claim)).toEqual({ status: 'claimed' });
  await expect(idempotency_keys.claim(organization_id, claim)).rejects.toMatchObject({
    code: 'idempotency_in_progress',
  });
  await idempotency_keys.settle(organization_id, { key: 'k', response: { answer: 42 } });
  expect(await idempotency_keys.claim(organization_id, claim)).toEqual({
    status: 'replayed',
    response: { answer: 42 },
  });
  await expect(
    idempotency_keys.claim(organization_id, { ...claim, body_digest: 'b'.repeat(64) }),
  ).rejects.toMatchObject({ code: 'idempotency_mismatch' });
});

test('of many at once exactly one goes on', async () => {
  const organization_id = await createOrganization(store);
  const claims = await Promise.allSettled(
    Array.from({ length: 20 }, () => store.idempotency_keys.claim(organization_id, claim)),
  );
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a key that was given back can be taken again', async () => {
  const organization_id = await createOrganization(store);
  await store.idempotency_keys.claim(organization_id, claim);
  await store.idempotency_keys.release(organization_id, 'k');
  expect(await store.idempotency_keys.claim(organization_id, claim)).toEqual({ status: 'claimed' });
});

test('the same key of another organization is another key', async () => {
  const [ours, theirs] = [await createOrganization(store), await createOrganization(store)];
  await store.idempotency_keys.claim(ours, claim);
  expect(await store.idempotency_keys.claim(theirs, claim)).toEqual({ status: 'claimed' });
});

test.each([
  { days: 0, minutes: 11, answered: false, status: 'claimed', why: 'the process that took it is gone' },
  { days: 8, minutes: 0, answered: true, status: 'claimed', why: 'its time is over' },
  { days: 6, minutes: 0, answered: true, status: 'replayed', why: 'its time is not over' },
])('a key of $days days and $minutes minutes is $status: $why', async ({ days, minutes, answered, status }) => {
  const organization_id = await createOrganization(store);
  await store.idempotency_keys.claim(organization_id, claim);
  if (answered) await store.idempotency_keys.settle(organization_id, { key: 'k', response: 1 });
  await pool.run(sql`
    update idempotency_keys set created_at = now() - make_interval(days => ${days}, mins => ${minutes})
    where organization_id = ${uuidOf(organization_id)}`);
  expect(await store.idempotency_keys.claim(organization_id, claim)).toMatchObject({ status });
});

test('keys past their time are forgotten, others are not', async () => {
  const organization_id = await createOrganization(store);
  await store.idempotency_keys.claim(organization_id, claim);
  await store.idempotency_keys.claim(organization_id, { ...claim, key: 'old' });
  await pool.run(sql`
    update idempotency_keys set created_at = now() - interval '8 days'
    where organization_id = ${uuidOf(organization_id)} and idempotency_key = 'old'`);
  expect(await store.idempotency_keys.forgetOld()).toBe(1);
});
