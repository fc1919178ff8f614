import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../postgres/open-database.ts';
import { openStore } from './store.ts';

test('a store can be opened repeatedly on the managed database', async () => {
  const root = await mkdtemp(join(tmpdir(), 'assay-managed-'));
  try {
    await using database = await openDatabase({ root, database_url: undefined });
    await using first = await openStore({ url: database.url });
    await using second = await openStore({ url: database.url });
    const created = { organization_id: 'org_01jd0000000000000000000000' as never, name: 'made for a test' };
    await first.organizations.create(created);
    expect(await second.organizations.find(created.organization_id)).toMatchObject({ name: 'made for a test' });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

test('a transaction with a failed statement is reported as failed', async () => {
  const root = await mkdtemp(join(tmpdir(), 'assay-managed-'));
  try {
    await using database = await openDatabase({ root, database_url: undefined });
    await using store = await openStore({ url: database.url });
    const organization = { organization_id: 'org_01jd0000000000000000000000' as never, name: 'once' };
    await store.organizations.create(organization);
    const work = store.transaction(async (tables) => {
      await tables.organizations.create(organization).catch(() => undefined);
    });
    await expect(work).rejects.toThrow('rolled back');
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
