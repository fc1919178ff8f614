import { chmod, stat } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { ask, createRoot, listProcessesIn } from '../../test/clusters.ts';
import { startDatabaseUser } from '../../test/start-database-user.ts';
import { findPostmaster } from './postmaster-file.ts';

vi.setConfig({ testTimeout: 120_000 });

const NOBODY = 65_534;
const root = process.getuid?.() === 0;
const test_ = test.skipIf(!root);
const because = root ? '' : '(skipped: only root can be others)';
const ownerOf = async (path: string): Promise<number> => (await stat(path)).uid;

test_(`root runs the database in a user namespace, and its files stay root's ${because}`, async () => {
  await using place = await createRoot();
  await using user = startDatabaseUser(place.root);
  expect(await ask(await user.said('url'), 'select 1')).toBe(1);
  expect(await ownerOf(place.data)).toBe(0);
  await user.leave();
});

test_.each([
  { why: 'an ordinary user', uid: NOBODY },
  { why: 'a user id without a name', uid: 43_210 },
])(`$why can run the database ${because}`, async ({ uid }) => {
  await using place = await createRoot(uid);
  for (const _ of ['created', 'opened again']) {
    await using user = startDatabaseUser(place.root, { uid });
    await using other = startDatabaseUser(place.root, { uid });
    expect(await ask(await user.said('url'), 'select 1')).toBe(1);
    expect(await other.said('url')).toBe(await user.said('url'));
    const server = await findPostmaster(place.data);
    expect(await ownerOf(`/proc/${server?.pid}`)).toBe(uid);
    await user.leave();
    await other.leave();
  }
  expect(await ownerOf(place.data)).toBe(uid);
  await expect.poll(() => listProcessesIn(place.data), { timeout: 30_000 }).toEqual([]);
});

test_(`root opens the database of a user as that user, who can still open it ${because}`, async () => {
  await using place = await createRoot(NOBODY);
  for (const uid of [NOBODY, undefined, NOBODY]) {
    await using user = startDatabaseUser(place.root, { uid });
    expect(await ask(await user.said('url'), 'select 1')).toBe(1);
    expect(await ownerOf(`/proc/${(await findPostmaster(place.data))?.pid}`)).toBe(NOBODY);
    await user.leave();
  }
});

test_(`root without user namespaces hands the folder over to nobody ${because}`, async () => {
  await using place = await createRoot();
  await chmod(place.root, 0o755);
  // in this mount namespace only, unshare always fails
  const script = 'mount --bind /bin/false "$(command -v unshare)" && exec "$@"';
  const prefix = ['unshare', '--mount', 'sh', '-c', script, 'sh'];
  await using user = startDatabaseUser(place.root, { prefix });
  expect(await ask(await user.said('url'), 'select 1')).toBe(1);
  expect(await ownerOf(place.data)).toBe(NOBODY);
  await user.leave();
  await expect.poll(() => listProcessesIn(place.data), { timeout: 30_000 }).toEqual([]);
});

test_(`reports a folder without write access ${because}`, async () => {
  await using place = await createRoot();
  await using user = startDatabaseUser(place.root, { uid: NOBODY });
  expect(await user.said('error')).toMatch(
    /opening the database failed: the database user has no access to .*: make the user who runs Assay its owner/,
  );
});
