import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBlobName } from '../../blobs/blob-name.ts';
import { openBlobs } from '../../blobs/open-blobs.ts';
import { readPart, type StoredPart } from './evidence-parts.ts';

test('a content that moves between its row and its blob is read where it is now', async () => {
  await using closing = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'assay-parts-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const blobs = openBlobs({});
  const content = Buffer.from('moved while it is read');
  const digest = createHash('sha256').update(content).digest('hex');
  const organization = '01234567-89ab-4def-8123-456789abcdef';
  const place = (name: string): StoredPart => ({
    ...{ digest, size_bytes: content.length, encoding: 'identity', content: null },
    ...{ location: `fs:${join(folder, name)}`, blob: createBlobName({ organization, digest }, 'identity') },
  });
  const [old, moved] = [place('old'), place('new')];
  await blobs.at(moved.location).put(moved.blob ?? '', content);
  const read = (...rows: (StoredPart | undefined)[]) =>
    readPart(blobs, { name: 'a.txt', find: async () => rows.shift() });
  expect(await read(old, moved)).toEqual(content);
  expect(await read(old, { ...moved, location: 'pg', blob: null, content })).toEqual(content);
  expect(await read(old, undefined)).toBeUndefined();
  expect(await read(undefined)).toBeUndefined();
  await expect(read(old, old)).rejects.toMatchObject({ code: 'blob_damaged' });
});
