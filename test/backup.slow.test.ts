import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '@assay/server';
import { expect, test } from 'vitest';
import { keepFiles } from '../packages/server/test/contents.ts';
import { createTestDatabase } from '../packages/server/test/database.ts';

const BIN = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));

test('a server is backed up, restored elsewhere, moved, checked and exported by commands', async () => {
  await using closing = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'assay-backup-'));
  closing.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const database = closing.use(await createTestDatabase());
  const blobs = `fs:${join(folder, 'blobs')}`;
  const run = (args: string[], environment: NodeJS.ProcessEnv) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
      ...{ cwd: folder, encoding: 'utf8', env: { ...process.env, CI: '', ...environment } },
    });
    return { status, stdout, stderr };
  };
  const assay = (...args: string[]) => run(args, { DATABASE_URL: database.url, ASSAY_BLOBS: blobs });
  const assayHere = (...args: string[]) => run(args, { DATABASE_URL: '', ASSAY_BLOBS: '' });
  const succeed = ({ status, stdout, stderr }: ReturnType<typeof run>) => {
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) });
    return JSON.parse(stdout);
  };

  const { organization } = succeed(assay('org', 'create', 'Platform team', '--json'));
  await using store = await openStore({ url: database.url, connections: 2, environment: { ASSAY_BLOBS: blobs } });
  const files = await keepFiles(store, { 'a.txt': 'a'.repeat(4_000), 'b.txt': 'b' });
  const saved = succeed(assay('backup', 'one.backup', '--json'));
  expect(saved).toMatchObject({ tables: { organizations: 3, task_files: 2 }, blobs: { count: 2 }, damaged: [] });
  const again = assay('backup', 'one.backup');
  expect(again).toMatchObject({ status: 2, stderr: expect.stringContaining('there is already a file') });

  // a file that is cut short is refused before a database is created
  await cp(join(folder, 'one.backup'), join(folder, 'cut.backup'));
  await truncate(join(folder, 'cut.backup'), saved.size_bytes - 200);
  const cut = assayHere('restore', 'cut.backup', '--root', 'restored');
  expect(cut).toMatchObject({ status: 2, stderr: expect.stringContaining('incomplete') });
  expect(await readdir(folder)).not.toContain('restored');
  expect(succeed(assayHere('restore', 'one.backup', '--check', '--json'))).toMatchObject({ tables: saved.tables });

  // into a new embedded database, with the contents in its rows
  const restored = assayHere('restore', 'one.backup', '--root', 'restored');
  expect(restored).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Restored \d+ rows of \d+ tables and 2 blobs/),
  });
  const there = succeed(assayHere('org', 'list', '--root', 'restored', '--json'));
  expect(there.organizations).toContainEqual(
    expect.objectContaining({ organization_id: organization.organization_id }),
  );
  const twice = assayHere('restore', 'one.backup', '--root', 'restored');
  expect(twice).toMatchObject({ status: 2, stderr: expect.stringContaining('the database is not empty') });
  expect(succeed(assayHere('blobs', 'check', '--root', 'restored', '--json'))).toMatchObject({
    checked: 2,
    locations: { pg: 2 },
  });

  expect(succeed(assay('blobs', 'check', '--json'))).toMatchObject({ locations: { [blobs]: 2 }, damaged: [] });
  expect(succeed(assay('blobs', 'move', '--to', 'pg', '--json'))).toMatchObject({ moved: 2, already_there: 0 });
  expect(await files.read(store, 'a.txt')).toBe('a'.repeat(4_000));
  expect(succeed(assay('blobs', 'move', '--to', blobs, '--json'))).toMatchObject({ moved: 2 });

  const exported = succeed(assay('export', 'org', files.organization_id, 'out', '--json'));
  expect(exported).toMatchObject({ format: 'assay-organization', files: { count: 2 }, damaged: [] });
  expect(JSON.parse(await readFile(join(folder, 'out', 'manifest.json'), 'utf8'))).toEqual(exported);

  succeed(assay('backup', 'three.backup', '--json'));
  // a content that is gone is named, and the commands say so
  await rm(join(folder, 'blobs'), { recursive: true });
  const checked = assay('blobs', 'check');
  expect(checked).toMatchObject({ status: 1, stdout: expect.stringMatching(/[ab]\.txt of task_\w+ is missing/) });
  expect(assay('backup', 'two.backup').status).toBe(1);
  // as the output says: out of the backup, to its place
  for (let left = 2; left > 0; left--) {
    const [, blob = '', place = ''] =
      /tar --zstd -xf assay\.backup (\S+)\n {2}(\S+)\n/.exec(assay('blobs', 'check').stdout) ?? [];
    expect(spawnSync('tar', ['--zstd', '-xf', 'three.backup', blob], { cwd: folder }).status).toBe(0);
    await mkdir(dirname(place), { recursive: true });
    await cp(join(folder, blob), place);
  }
  expect(assay('blobs', 'check').status).toBe(0);
  await rm(join(folder, 'blobs'), { recursive: true });
  expect(assay('export', 'org', files.organization_id, 'two').status).toBe(1);
});

test.each([
  { args: ['backup'], problem: 'expected the file to write' },
  { args: ['restore', 'no-such.backup'], problem: 'cannot read' },
  { args: ['blobs'], problem: 'expected move or check' },
  { args: ['blobs', 'move'], problem: 'expected --to' },
  { args: ['export', 'org', 'one'], problem: 'expected an organization and a new folder' },
])('assay $args is refused: $problem', ({ args, problem }) => {
  const { status, stderr } = spawnSync(process.execPath, [BIN, ...args], { cwd: tmpdir(), encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(problem) });
});
