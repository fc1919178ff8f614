import { once } from 'node:events';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ask, type ClusterTemplate, createClusterTemplate, createRoot, listProcessesIn } from '../../test/clusters.ts';
import { openDatabase } from './open-database.ts';
import { findPostmaster } from './postmaster-file.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let template: ClusterTemplate;
beforeAll(async () => {
  template = await createClusterTemplate();
});
afterAll(() => template[Symbol.asyncDispose]());

const open = (root: string) => openDatabase({ root, database_url: undefined });

test('a new database is private, durable, on loopback only, and stops when left', async () => {
  await using place = await createRoot();
  const steps: string[] = [];
  {
    await using database = await openDatabase({
      root: place.root,
      database_url: '',
      onProgress: (step) => steps.push(step),
    });
    expect(database.managed).toBe(true);
    const settings = `select concat_ws(' ', current_setting('listen_addresses'), current_setting('fsync'), current_setting('data_checksums'))`;
    expect(await ask(database.url, settings)).toBe('127.0.0.1 on on');
    expect(await ask(database.url, `select current_setting('unix_socket_directories')`)).toBe('');
    await expect(ask(database.url.replace(/:[^:@]*@/, ':guess@'), 'select 1')).rejects.toThrow('password');
    expect(await ask(database.url, `select rolpassword from pg_authid where rolname = 'assay'`)).toMatch(/^SCRAM-/);
  }
  expect(steps).toEqual(['Creating the database; this happens once.', 'Starting the database.']);
  expect(await modeOf(place.folder)).toBe('700');
  expect(await modeOf(join(place.folder, 'password'))).toBe('600');
  await expect.poll(() => listProcessesIn(place.data), { timeout: 30_000 }).toEqual([]);
});

test('keeps its data and address when opened again', async () => {
  await using place = await template.copy();
  const urls: string[] = [];
  for (const statement of ['create table kept as select 42 as answer', 'select answer from kept']) {
    await using database = await open(place.root);
    urls.push(database.url);
    const answer = await ask(database.url, statement);
    if (urls.length === 2) expect(answer).toBe(42);
  }
  expect(urls[0]).toBe(urls[1]);
});

test('stops after it was left as often as opened', async () => {
  await using place = await template.copy();
  const databases = await Promise.all([open(place.root), open(place.root), open(place.root)]);
  expect(new Set(databases.map(({ url }) => url)).size).toBe(1);
  const url = databases[0]?.url ?? '';
  for (const database of databases) {
    expect(await ask(url, 'select 1')).toBe(1);
    await database[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  }
  await expect.poll(() => listProcessesIn(place.data), { timeout: 30_000 }).toEqual([]);
});

test.each([
  { why: 'of an ended process', change: (text: string) => text.replace(/^\d+/, '4194303') },
  { why: 'of another process', change: (text: string) => text.replace(/^\d+/, '1') },
  { why: 'emptied by a power failure', change: () => '' },
])('starts despite a file left by a killed server, $why', async ({ change }) => {
  await using place = await template.copy();
  const file = join(place.data, 'postmaster.pid');
  let left = '';
  {
    await using _ = await open(place.root);
    left = await readFile(file, 'utf8');
  }
  await writeFile(file, change(left));
  await using database = await open(place.root);
  expect(await ask(database.url, 'select 1')).toBe(1);
});

test('chooses another port if the last one is taken', async () => {
  await using place = await template.copy();
  const taker = createServer().listen(0, '127.0.0.1');
  await once(taker, 'listening');
  const address = taker.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  await writeFile(join(place.folder, 'port'), port);
  {
    await using database = await open(place.root);
    expect(new URL(database.url).port).not.toBe(port);
    expect(await readFile(join(place.folder, 'port'), 'utf8')).toBe(new URL(database.url).port);
  }
  taker.close();
});

test('rejects data of another version and leaves it unchanged', async () => {
  await using place = await template.copy();
  await writeFile(join(place.data, 'PG_VERSION'), '17\n');
  await expect(open(place.root)).rejects.toMatchObject({
    code: 'database_unavailable',
    message: expect.stringMatching(
      /was created by PostgreSQL 17, but this Assay includes 18: export it with the Assay that created it/,
    ),
  });
  expect(await readFile(join(place.data, 'PG_VERSION'), 'utf8')).toBe('17\n');
});

test('reports damaged data with the message of the server', async () => {
  await using place = await template.copy();
  await rm(join(place.data, 'global', 'pg_control'));
  await expect(open(place.root)).rejects.toThrow(/starting the database failed: .*could not find the database system/s);
  await expect.poll(() => listProcessesIn(place.data), { timeout: 30_000 }).toEqual([]);
});

test('opening can be aborted and leaves nothing running', async () => {
  await using place = await createRoot();
  const giveUp = new AbortController();
  const opening = openDatabase({
    root: place.root,
    database_url: undefined,
    onProgress: () => giveUp.abort(),
    signal: giveUp.signal,
  });
  await expect(opening).rejects.toThrow('aborted');
  await expect.poll(() => listProcessesIn(place.folder), { timeout: 30_000 }).toEqual([]);
  await using _ = await open(place.root);
  expect(await findPostmaster(place.data)).toMatchObject({ status: 'ready' });
});

test('a server that was just killed can be left', async () => {
  await using place = await template.copy();
  const database = await open(place.root);
  process.kill((await findPostmaster(place.data))?.pid ?? 0, 'SIGKILL');
  await database[Symbol.asyncDispose]();
  await expect.poll(() => listProcessesIn(place.data), { timeout: 30_000 }).toEqual([]);
});

test('a database whose folder was removed can be left', async () => {
  await using place = await template.copy();
  const database = await open(place.root);
  const server = await findPostmaster(place.data);
  await rm(place.root, { recursive: true });
  await database[Symbol.asyncDispose]();
  // the server would notice within a minute, too long for a test
  if (server !== undefined) process.kill(server.pid, 'SIGQUIT');
});

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}
