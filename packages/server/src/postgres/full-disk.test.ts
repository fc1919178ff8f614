import { expect, test, vi } from 'vitest';
import { createRoot } from '../../test/clusters.ts';
import { startDatabaseUser } from '../../test/start-database-user.ts';
import { openDatabase } from './open-database.ts';

vi.setConfig({ testTimeout: 120_000 });

const root = process.getuid?.() === 0;
const because = root ? '' : '(skipped: only root can make a small disk)';

test.skipIf(!root)(`reports a full disk when creating the database ${because}`, async () => {
  await using place = await createRoot();
  // in a mount namespace, which ends with the process
  const prefix = ['unshare', '--mount', 'sh', '-c', 'mount -t tmpfs -o size=12m none "$0" && exec "$@"', place.root];
  await using user = startDatabaseUser(place.root, { prefix });
  expect(await user.said('error')).toMatch(/creating the database failed: the disk of .* is full: free some space/);
});

test.skipIf(!root)(`reports a full disk when starting the database ${because}`, async () => {
  await using source = await createRoot();
  await (await openDatabase({ root: source.root, database_url: undefined }))[Symbol.asyncDispose]();
  await using place = await createRoot();
  const script = `mount -t tmpfs -o size=100m none "$0" && cp -r '${source.folder}' "$0" && { cat /dev/zero >"$0/filler"; exec "$@"; } 2>/dev/null`;
  await using user = startDatabaseUser(place.root, { prefix: ['unshare', '--mount', 'sh', '-c', script, place.root] });
  expect(await user.said('error')).toMatch(/starting the database failed: the disk of .* is full: free some space/);
});
