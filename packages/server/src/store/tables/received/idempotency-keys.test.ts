import { expect, test } from 'vitest';
import { createOrganization } from '../../../../test/database.ts';
import { useStore } from '../../../../test/use-store.ts';
import type { Pool } from '../../sql/connection.ts';
import { toUuid } from '../../sql/ids.ts';
import { sql } from '../../sql/sql.ts';
import type { Store } from '../../store.ts';

let store: Store;
let pool: Pool;
useStore({ connections: 8 }, (opened) => {
  ({ store, pool } = opened);
});

const claim = { key: 'k', body_digest: 'a'.repeat(64) };
const response = { answer: 42 };

test('a key has one answer once stored, for the same body only', async () => {
  const organization_id = await createOrganization(store);
  const { idempotency_keys } = store;
  expect(await idempotency_keys.find(organization_id, claim)).toBeUndefined();
  await idempotency_keys.keep(organization_id, { ...claim, response });
  expect(await idempotency_keys.find(organization_id, claim)).toEqual({ response });
  await expect(idempotency_keys.find(organization_id, { ...claim, body_digest: 'b'.repeat(64) })).rejects.toMatchObject(
    { code: 'idempotency_mismatch' },
  );
  await expect(idempotency_keys.keep(organization_id, { ...claim, response: 'other' })).rejects.toMatchObject({
    code: 'idempotency_in_progress',
  });
  expect(await idempotency_keys.find(organization_id, claim)).toEqual({ response });
});

test('a held key rejects others at once; after a rollback it is free', async () => {
  const [ours, theirs] = [await createOrganization(store), await createOrganization(store)];
  const first = store.transaction(async (tables) => {
    await tables.idempotency_keys.hold(ours, 'k');
    const second = store.transaction((others) => others.idempotency_keys.hold(ours, 'k'));
    await expect(second).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    // other keys, and the same key of another organization, are free
    await store.transaction((others) => others.idempotency_keys.hold(ours, 'l'));
    await store.transaction((others) => others.idempotency_keys.hold(theirs, 'k'));
    throw new Error('changed my mind');
  });
  await expect(first).rejects.toThrow('changed my mind');
  await store.transaction((tables) => tables.idempotency_keys.hold(ours, 'k'));
});

test('of concurrent requests exactly one does the work', async () => {
  const organization_id = await createOrganization(store);
  const attempts = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      store.transaction(async ({ idempotency_keys, workspaces }) => {
        await idempotency_keys.hold(organization_id, 'k');
        const workspace_id = `wsp_${String(index).padStart(26, '0')}` as never;
        await workspaces.create(organization_id, { workspace_id, name: `made by ${index}` });
        await idempotency_keys.keep(organization_id, { ...claim, response });
      }),
    ),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await store.workspaces.list(organization_id, { limit: 50, after: null })).items).toHaveLength(1);
});

test('keys are separate per organization', async () => {
  const [ours, theirs] = [await createOrganization(store), await createOrganization(store)];
  await store.idempotency_keys.keep(ours, { ...claim, response });
  expect(await store.idempotency_keys.find(theirs, claim)).toBeUndefined();
});

test.each([
  { days: 8, why: 'it has expired', found: false },
  { days: 6, why: 'it has not expired', found: true },
])('a key of $days days has an answer: $found, because $why', async ({ days, found }) => {
  const organization_id = await createOrganization(store);
  const { idempotency_keys } = store;
  await idempotency_keys.keep(organization_id, { ...claim, response });
  await age(organization_id, days);
  expect((await idempotency_keys.find(organization_id, claim)) !== undefined).toBe(found);
  if (found) return;
  await idempotency_keys.keep(organization_id, { ...claim, response: 'new' });
  expect(await idempotency_keys.find(organization_id, claim)).toEqual({ response: 'new' });
});

test('a key without an answer, as earlier versions left it after a crash, is free', async () => {
  const organization_id = await createOrganization(store);
  await pool.run(sql`
    insert into idempotency_keys (organization_id, idempotency_key, body_digest)
    values (${toUuid(organization_id)}, 'k', ${claim.body_digest})`);
  expect(await store.idempotency_keys.find(organization_id, claim)).toBeUndefined();
  await store.idempotency_keys.keep(organization_id, { ...claim, response });
  expect(await store.idempotency_keys.find(organization_id, claim)).toEqual({ response });
});

test('deletes only expired keys', async () => {
  const organization_id = await createOrganization(store);
  await store.idempotency_keys.forgetOld();
  await store.idempotency_keys.keep(organization_id, { ...claim, key: 'old', response });
  await age(organization_id, 8);
  await store.idempotency_keys.keep(organization_id, { ...claim, response });
  expect(await store.idempotency_keys.forgetOld()).toBe(1);
});

const age = (organization_id: Parameters<typeof toUuid>[0], days: number): Promise<number> =>
  pool.run(sql`
    update idempotency_keys set created_at = now() - make_interval(days => ${days})
    where organization_id = ${toUuid(organization_id)}`);
