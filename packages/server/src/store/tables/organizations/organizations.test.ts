import { expect, test } from 'vitest';
import { createOrganization, newId } from '../../../../test/database.ts';
import { useStore } from '../../../../test/use-store.ts';
import type { Store } from '../../store.ts';

let store: Store;
useStore({ connections: 4 }, (opened) => {
  ({ store } = opened);
});

const first = { limit: 10, after: null };

test('finds an organization by id, and the first one', async () => {
  expect(await store.organizations.findFirst()).toBeUndefined();
  const organization_id = await createOrganization(store);
  expect(await store.organizations.find(organization_id)).toMatchObject({ organization_id });
  expect(await store.organizations.findFirst()).toMatchObject({ organization_id });
  expect(await store.organizations.find(newId('org'))).toBeUndefined();
});

test('a workspace belongs to one organization, and its name is unique there', async () => {
  const [ours, theirs] = [await createOrganization(store), await createOrganization(store)];
  const made = { workspace_id: newId('wsp'), name: 'main', weights: { completion: 100 } };
  const workspace = await store.workspaces.create(ours, made);
  expect(workspace).toMatchObject(made);
  expect(await store.workspaces.find(ours, made.workspace_id)).toEqual(workspace);
  expect(await store.workspaces.find(theirs, made.workspace_id)).toBeUndefined();
  expect(await store.workspaces.list(theirs, first)).toEqual({ items: [], next: null });
  await expect(store.workspaces.create(ours, { ...made, workspace_id: newId('wsp') })).rejects.toMatchObject({
    code: 'conflict',
  });
  // another organization can use the same name
  await store.workspaces.create(theirs, { ...made, workspace_id: newId('wsp') });
});

test('pages have no gaps or repeats, even when rows are added or removed', async () => {
  const organization_id = await createOrganization(store);
  const names = ['a', 'b', 'c', 'd', 'e'];
  const created = [];
  for (const name of names) {
    created.push(await store.workspaces.create(organization_id, { workspace_id: newId('wsp'), name, weights: null }));
  }
  const expected = created.map(({ workspace_id }) => workspace_id).toSorted();
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page = await store.workspaces.list(organization_id, { limit: 2, after });
    seen.push(...page.items.map(({ workspace_id }) => workspace_id));
    after = page.next;
  } while (after !== null);
  expect(seen).toEqual(expected);
  expect((await store.workspaces.list(organization_id, { limit: 5, after: null })).next).toBeNull();
});

test.each(['', 'x', 'W10', Buffer.from('["run_1"]').toString('base64url')])(
  'rejects an invalid cursor: %j',
  async (after) => {
    const organization_id = await createOrganization(store);
    await expect(store.workspaces.list(organization_id, { limit: 1, after })).rejects.toMatchObject({
      code: 'invalid_input',
      path: 'after',
    });
  },
);

test('a key gives access to its organization until revoked', async () => {
  const organization_id = await createOrganization(store);
  const { api_key, secret } = await store.api_keys.create(organization_id, { name: 'ci', scopes: ['read', 'write'] });
  expect(secret).toMatch(/^assay_sk_/);
  expect(await store.api_keys.authenticate(secret)).toEqual({ organization_id, api_key });
  const revoked = await store.api_keys.revoke(organization_id, api_key.api_key_id);
  expect(revoked?.revoked_at).not.toBeNull();
  expect(await store.api_keys.authenticate(secret)).toBeUndefined();
  expect(await store.api_keys.revoke(organization_id, api_key.api_key_id)).toEqual(revoked);
});

test('stores no data from which the key can be recovered', async () => {
  const organization_id = await createOrganization(store);
  const { secret } = await store.api_keys.create(organization_id, { name: 'ci', scopes: ['admin'] });
  const listed = await store.api_keys.list(organization_id, first);
  expect(JSON.stringify(listed)).not.toContain(secret.slice(-43));
  expect(listed.items[0]).not.toHaveProperty('secret_digest');
});

test('rejects keys with a wrong secret, a wrong format or an unknown id', async () => {
  const organization_id = await createOrganization(store);
  const { secret } = await store.api_keys.create(organization_id, { name: 'ci', scopes: ['read'] });
  const flipped = secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A');
  const nobody = `assay_sk_${'0'.repeat(26)}_${secret.slice(-43)}`;
  const overflowing = `assay_sk_${'z'.repeat(26)}_${secret.slice(-43)}`;
  for (const text of [
    flipped,
    nobody,
    overflowing,
    '',
    'assay_sk_',
    `${secret}x`,
    secret.toUpperCase(),
    `${secret}\0`,
  ]) {
    expect(await store.api_keys.authenticate(text), text).toBeUndefined();
  }
});

test('another organization can neither see nor revoke a key', async () => {
  const [ours, theirs] = [await createOrganization(store), await createOrganization(store)];
  const { api_key, secret } = await store.api_keys.create(ours, { name: 'ci', scopes: ['read'] });
  expect(await store.api_keys.revoke(theirs, api_key.api_key_id)).toBeUndefined();
  expect(await store.api_keys.touch(theirs, api_key.api_key_id)).toBe(0);
  expect((await store.api_keys.list(theirs, first)).items).toEqual([]);
  expect(await store.api_keys.authenticate(secret)).toBeDefined();
});

test('records the last use once per minute', async () => {
  const organization_id = await createOrganization(store);
  const { api_key } = await store.api_keys.create(organization_id, { name: 'ci', scopes: ['read'] });
  expect(await store.api_keys.touch(organization_id, api_key.api_key_id)).toBe(1);
  expect(await store.api_keys.touch(organization_id, api_key.api_key_id)).toBe(0);
  expect((await store.api_keys.list(organization_id, first)).items[0]?.last_used_at).not.toBeNull();
});

test('lists the audit log in order, for its organization only', async () => {
  const [ours, theirs] = [await createOrganization(store), await createOrganization(store)];
  const entry = { actor: 'key_x', action: 'api_key.revoke', target: 'key_y', details: { reason: 'lost' } };
  const appended = await store.audit_log.append(ours, entry);
  expect(appended).toMatchObject(entry);
  expect((await store.audit_log.list(ours, first)).items).toEqual([{ ...appended, actor_name: null }]);
  expect((await store.audit_log.list(theirs, first)).items).toEqual([]);
});

test('a transaction over several tables is atomic', async () => {
  const organization_id = newId('org');
  const attempt = store.transaction(async ({ organizations, audit_log }) => {
    await organizations.create({ organization_id, name: 'half' });
    await audit_log.append(organization_id, { actor: 'a', action: 'b', target: null, details: {} });
    throw new Error('no');
  });
  await expect(attempt).rejects.toThrow('no');
  expect(await store.organizations.find(organization_id)).toBeUndefined();
});
