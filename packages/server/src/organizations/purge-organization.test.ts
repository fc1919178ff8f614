import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepFiles } from '../../test/contents.ts';
import { createTestDatabase } from '../../test/database.ts';
import { startS3Server } from '../../test/s3-server.ts';
import { toUuid } from '../store/sql/ids.ts';
import { openStore } from '../store/store.ts';
import { deleteOrganization } from './delete-organization.ts';
import { purgeOrganization } from './purge-organization.ts';

test('deletes the blobs of an organization wherever they are, and none of another', async () => {
  await using closing = new AsyncDisposableStack();
  const { url } = closing.use(await createTestDatabase());
  const s3 = closing.use(await startS3Server());
  const folder = await mkdtemp(join(tmpdir(), 'assay-purge-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const open = async (environment: Record<string, string>) =>
    closing.use(await openStore({ url, connections: 1, environment }));
  const before = await open({ ASSAY_BLOBS: `fs:${folder}` });
  const store = await open(s3.environment);
  // the first organization cannot be deleted
  const other = await keepFiles(before, { 'a.txt': 'of another in the folder' });
  await keepFiles(store, { 'a.txt': 'of another in s3' });
  const { organization_id } = await keepFiles(before, { 'a.txt': 'in the folder' });
  const content = Buffer.from('in s3, without a row');
  const rolledBack = store.transaction(async ({ run_evidence }) => {
    await run_evidence.saveContent(organization_id, { name: 'a', content });
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  const uuid = toUuid(organization_id);
  const listBlobs = async () =>
    [...s3.objects.keys(), ...(await readdir(folder, { recursive: true }))].filter((name) => name.length > 100);
  expect((await listBlobs()).filter((name) => name.includes(uuid))).toHaveLength(2);
  expect(await listBlobs()).toHaveLength(4);

  await deleteOrganization(store, { organization_id, actor: 'test' });
  await before.transaction(async ({ blob_stores }) => {
    await blob_stores.lockForBackup();
    await expect(purgeOrganization(store, organization_id)).rejects.toThrow('A backup is running');
  });
  expect(await listBlobs()).toHaveLength(4);
  s3.fail('DELETE', 'busy', 'busy', 'busy');
  await expect(purgeOrganization(store, organization_id)).rejects.toMatchObject({ code: 'blobs_unavailable' });
  await purgeOrganization(store, organization_id);
  expect((await listBlobs()).filter((name) => name.includes(uuid))).toEqual([]);
  expect(await listBlobs()).toHaveLength(2);
  expect(await other.read(store, 'a.txt')).toBe('of another in the folder');
  expect(await store.contents.count()).toMatchObject({ contents: 2 });
});
