import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepFiles } from '../../test/contents.ts';
import { createTestDatabase } from '../../test/database.ts';
import { startS3Server } from '../../test/s3-server.ts';
import { IN_DATABASE, readLocation } from '../store/blobs/open-blobs.ts';
import { openStore } from '../store/store.ts';
import { SILENT } from '../telemetry/log.ts';
import { collectBlobs } from '../upkeep/collect-blobs.ts';
import { checkBlobs } from './check-blobs.ts';
import { moveBlobs } from './move-blobs.ts';

const TEXTS = { 'a.txt': 'a'.repeat(5_000), 'b.txt': 'b', 'c.txt': '', 'd.txt': 'd'.repeat(300) };

test('contents move between the database, a folder and an object store, and stay what they are', async () => {
  await using closing = new AsyncDisposableStack();
  const database = closing.use(await createTestDatabase());
  const s3 = closing.use(await startS3Server());
  const folder = await mkdtemp(join(tmpdir(), 'assay-move-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const { ASSAY_BLOBS, ...environment } = s3.environment;
  const store = closing.use(await openStore({ url: database.url, connections: 2, environment }));
  const files = await keepFiles(store, TEXTS);
  const signal = new AbortController().signal;
  const onProgress = () => undefined;
  const move = (to: string, by = signal) => moveBlobs({ store, to, onProgress, signal: by });
  const check = () => checkBlobs({ store, onProgress, signal });
  const expectAll = async () => {
    for (const [name, text] of Object.entries(TEXTS)) expect(await files.read(store, name)).toBe(text);
    expect((await check()).damaged).toEqual([]);
  };
  const listFiles = async (root: string) =>
    (await readdir(root, { recursive: true })).filter((name) => name.length > 100);
  const [first, second] = [`fs:${join(folder, 'first')}`, `fs:${join(folder, 'second')}`];
  const remote = readLocation(ASSAY_BLOBS ?? '', environment);

  // interrupted after two, then again: it goes on
  const stopping = new AbortController();
  const interrupted = moveBlobs({
    store,
    to: first,
    onProgress: (done) => (done === 2 ? stopping.abort() : undefined),
    signal: stopping.signal,
  });
  await expect(interrupted).rejects.toMatchObject({ code: 'interrupted', message: expect.stringContaining('after 2') });
  expect(await move(first)).toEqual({ moved: 2, bytes: expect.any(Number), already_there: 2, damaged: [] });
  await expectAll();
  expect((await listFiles(join(folder, 'first'))).length).toBe(4);

  // to the object store, which fails after it has the mark of its owner
  s3.fail('PUT', 'none', 'busy', 'busy', 'busy');
  await expect(move(remote)).rejects.toMatchObject({ code: 'blobs_unavailable' });
  await expectAll();
  expect(await move(remote)).toMatchObject({ moved: 4, damaged: [] });
  expect(await listFiles(join(folder, 'first'))).toEqual([]);
  await expectAll();
  expect((await check()).locations).toEqual({ [remote]: 4 });

  // what the new place gives back is wrong: the row and the old copy stay
  expect(await move(first)).toMatchObject({ moved: 4 });
  s3.fail('GET', 'none', 'other content');
  const wrong = await move(remote);
  expect(wrong).toMatchObject({
    moved: 3,
    damaged: [{ problem: expect.stringMatching(/txt of task_.* does not match/) }],
  });
  await expectAll();
  expect(await move(first)).toMatchObject({ moved: 3, already_there: 1 });

  // an operator has moved the folder by hand
  await cp(join(folder, 'first'), join(folder, 'second'), { recursive: true });
  await rm(join(folder, 'first'), { recursive: true });
  expect((await check()).damaged).toHaveLength(4);
  const moved_by_hand = { url: database.url, connections: 1, environment: { ASSAY_BLOBS: second } };
  const restarted = closing.use(await openStore(moved_by_hand));
  const now = () => Date.now() + 2 * 24 * 3_600_000;
  expect(await collectBlobs({ store: restarted, log: SILENT, now, signal })).toBe(0);
  // two moves at once: whoever is later finds the same copies
  const both = await Promise.all([move(second), move(second)]);
  expect(both.map(({ damaged }) => damaged)).toEqual([[], []]);
  await expectAll();

  await store.transaction(async ({ blob_stores }) => {
    await blob_stores.lockForBackup();
    await expect(move(IN_DATABASE)).rejects.toThrow('A backup is running');
  });
  expect(await move(IN_DATABASE)).toMatchObject({ moved: 4 });
  await expectAll();
  expect(await listFiles(join(folder, 'second'))).toEqual([]);
});
