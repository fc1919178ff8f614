import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ask, type ClusterTemplate, createClusterTemplate, createRoot, listProcessesIn } from '../../test/clusters.ts';
import { startDatabaseUser } from '../../test/start-database-user.ts';
import { findPostmaster } from './postmaster-file.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let template: ClusterTemplate;
beforeAll(async () => {
  template = await createClusterTemplate();
});
afterAll(() => template[Symbol.asyncDispose]());

const pidOf = async (data: string): Promise<number> => (await findPostmaster(data))?.pid ?? 0;
const killStarters = async (root: string, delays_ms: readonly number[]): Promise<void> => {
  for (const delay_ms of delays_ms) {
    const starter = startDatabaseUser(root);
    await Promise.race([starter.said('step'), starter.said('url')]);
    await sleep(delay_ms);
    await starter.kill();
  }
};
const untilAnswered = (url: string, statement: string) =>
  expect.poll(() => ask(url, statement).catch(String), { timeout: 60_000, interval: 50 });

test('concurrent processes create one database, share it, and the last to leave stops it', async () => {
  await using place = await createRoot();
  const users = Array.from({ length: 4 }, () => startDatabaseUser(place.root));
  const urls = await Promise.all(users.map((user) => user.said('url')));
  expect(new Set(urls).size).toBe(1);
  const server = await pidOf(place.data);
  expect(
    await ask(urls[0] ?? '', `select count(*)::int from pg_stat_activity where application_name = 'assay member'`),
  ).toBe(4);
  for (const user of users) {
    expect(await pidOf(place.data)).toBe(server);
    await user.leave();
  }
  await expect.poll(() => listProcessesIn(place.data), { timeout: 30_000 }).toEqual([]);
});

test('a process that joins while the last one leaves gets a running database', async () => {
  await using place = await template.copy();
  let first = startDatabaseUser(place.root);
  await first.said('url');
  for (let round = 0; round < 4; round += 1) {
    const second = startDatabaseUser(place.root);
    const [url] = await Promise.all([second.said('url'), sleep(100 * round).then(() => first.leave())]);
    expect(await ask(url, 'select 1')).toBe(1);
    first = second;
  }
  await first.leave();
  await expect.poll(() => listProcessesIn(place.data), { timeout: 30_000 }).toEqual([]);
});

test('the server survives when the process that started it is killed', async () => {
  await using place = await template.copy();
  const starter = startDatabaseUser(place.root);
  const url = await starter.said('url');
  const server = await pidOf(place.data);
  await using other = startDatabaseUser(place.root);
  expect(await other.said('url')).toBe(url);
  await starter.kill();
  expect(await ask(url, 'select 1')).toBe(1);
  expect(await pidOf(place.data)).toBe(server);
  await other.leave();
  await expect.poll(() => listProcessesIn(place.data), { timeout: 30_000 }).toEqual([]);
});

test('finds, uses and stops a server whose users were all killed', async () => {
  await using place = await template.copy();
  const users = [startDatabaseUser(place.root), startDatabaseUser(place.root)];
  const [url] = await Promise.all(users.map((user) => user.said('url')));
  await Promise.all(users.map((user) => user.kill()));
  const server = await pidOf(place.data);
  expect(server).toBeGreaterThan(0);
  await using next = startDatabaseUser(place.root);
  expect(await next.said('url')).toBe(url);
  expect(await pidOf(place.data)).toBe(server);
  await next.leave();
  await expect.poll(() => listProcessesIn(place.data), { timeout: 30_000 }).toEqual([]);
});

test('repeats a start that was killed half-way', async () => {
  await using place = await createRoot();
  await killStarters(place.root, [0, 300, 900]);
  await using user = startDatabaseUser(place.root);
  expect(await ask(await user.said('url'), 'select 1')).toBe(1);
  await user.leave();
  await expect.poll(() => listProcessesIn(place.data), { timeout: 30_000 }).toEqual([]);
});

test('finds a server whose starter was killed before it was ready', async () => {
  await using place = await template.copy();
  await killStarters(place.root, [0, 20, 40, 60]);
  await using user = startDatabaseUser(place.root);
  expect(await ask(await user.said('url'), 'select 1')).toBe(1);
  await user.leave();
  await expect.poll(() => listProcessesIn(place.data), { timeout: 30_000 }).toEqual([]);
});

test('members restart a killed server on the same port with all its data', async () => {
  await using place = await template.copy();
  await using one = startDatabaseUser(place.root);
  await using other = startDatabaseUser(place.root);
  const url = await one.said('url');
  expect(await other.said('url')).toBe(url);
  await ask(url, 'create table stored (round int)');
  for (const round of [1, 2, 3]) {
    await ask(url, `insert into stored values (${round})`);
    process.kill(await pidOf(place.data), 'SIGKILL');
    await untilAnswered(url, 'select count(*)::int from stored').toBe(round);
  }
  await one.leave();
  await untilAnswered(url, 'select count(*)::int from stored').toBe(3);
  await other.leave();
  await expect.poll(() => listProcessesIn(place.data), { timeout: 30_000 }).toEqual([]);
});

test('a killed backend does not stop the database', async () => {
  await using place = await template.copy();
  await using one = startDatabaseUser(place.root);
  await using other = startDatabaseUser(place.root);
  const url = await one.said('url');
  await other.said('url');
  const server = await pidOf(place.data);
  await ask(url, 'create table stored as select 1 as number');
  const backend = await ask(url, `select pid from pg_stat_activity where application_name = 'assay member' limit 1`);
  process.kill(Number(backend), 'SIGKILL');
  // both are members again
  const members = `select count(*)::int from pg_stat_activity where application_name = 'assay member'`;
  await untilAnswered(url, members).toBe(2);
  expect(await pidOf(place.data)).toBe(server);
  await one.leave();
  expect(await ask(url, 'select number from stored')).toBe(1);
  await other.leave();
  await expect.poll(() => listProcessesIn(place.data), { timeout: 30_000 }).toEqual([]);
});

test('loses no data when the server and all members are killed at once', async () => {
  await using place = await template.copy();
  const users = [startDatabaseUser(place.root), startDatabaseUser(place.root)];
  const [url = ''] = await Promise.all(users.map((user) => user.said('url')));
  await ask(url, 'create table stored as select 1 as number');
  for (const pid of [...users.map((user) => user.pid), ...(await listProcessesIn(place.data))]) {
    process.kill(pid, 'SIGKILL');
  }
  await Promise.all(users.map((user) => user.kill()));
  const next = [startDatabaseUser(place.root), startDatabaseUser(place.root), startDatabaseUser(place.root)];
  const urls = await Promise.all(next.map((user) => user.said('url')));
  expect(new Set(urls)).toEqual(new Set([url]));
  expect(await ask(url, 'select number from stored')).toBe(1);
  await Promise.all(next.map((user) => user.leave()));
  await expect.poll(() => listProcessesIn(place.data), { timeout: 30_000 }).toEqual([]);
});
