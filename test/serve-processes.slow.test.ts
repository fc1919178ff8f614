import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPool } from '../packages/server/src/store/sql/connection.ts';
import { openCopyClient } from '../packages/server/src/store/sql/copy-client.ts';
import { lockMigrations } from '../packages/server/src/store/sql/migrate.ts';
import { sql } from '../packages/server/src/store/sql/sql.ts';
import { createTestDatabase } from '../packages/server/test/database.ts';
import { tryFaults } from './fault-trial.ts';
import { getJson, listChildren } from './send-while-killing.ts';
import { startServe } from './served.ts';

const BIN = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const TWO = ['--processes', '2', '--no-worker'];

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-processes-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('two processes on one port: each is killed under load, nothing acknowledged is lost or doubled', async () => {
  const victims = ['process', 'process', 'process'] as const;
  const { acknowledged, found, reputations } = await tryFaults({ root, args: TWO, victims, between: 150 });
  const ids = found.map(({ evaluation_id }) => evaluation_id);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...acknowledged.values()].filter((id) => !ids.includes(id))).toEqual([]);
  const counted = [...reputations.values()].reduce((sum, { eval_count }) => sum + eval_count, 0);
  expect(counted).toBe(found.length);
});

test('a stop before the first process serves ends it, no other starts, and the first key is not lost', async () => {
  await using database = await createTestDatabase({ empty: true });
  await using migrating = await openCopyClient(database.url);
  await migrating.begin('read committed');
  await lockMigrations(migrating);
  await using pool = openPool({ url: database.url, connections: 1 });
  const countWaiting = () =>
    pool.run(sql`
    select from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and not granted and datname = current_database()`);
  const child = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--root', root, '--json', ...TWO], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = text(child.stdout);
  const closed = once(child, 'close');
  await expect.poll(countWaiting, { timeout: 60_000 }).toBe(1);
  child.kill('SIGTERM');
  let most = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const children = await listChildren(child.pid as number).catch(() => []);
    most = Math.max(most, children.length);
    await sleep(20);
  }
  expect(await closed).toEqual([130, null]);
  expect(most).toBe(1);
  expect(JSON.parse(await output)).toMatchObject({ error: { code: 'interrupted' } });
  await migrating.commit();
  await using served = await startServe({ root, args: TWO, env: { DATABASE_URL: database.url } });
  expect(served.first_key).toMatch(/^assay_sk_/);
});

test('processes share events and metrics, come back, and end with the one that started them', async () => {
  await using served = await startServe({ root, args: TWO });
  const target = { url: served.url, key: served.first_key as string };
  const pid = served.child.pid as number;
  const readMetrics = async () => (await fetch(`${served.url}/metrics`)).text();
  const countProcesses = async () => (await readMetrics()).match(/^process_resident_memory_bytes\{/gm)?.length;
  await expect.poll(countProcesses).toBe(2);

  // whichever process accepts them
  const over = new AbortController();
  const headers = { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' };
  const streams = await Promise.all(
    Array.from({ length: 8 }, () => fetch(`${served.url}/v1/events`, { headers, signal: over.signal })),
  );
  const readers = streams.map(async (stream) => {
    let text = '';
    for await (const chunk of stream.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString();
      if (text.includes('queued')) return text;
    }
    return text;
  });
  const post = async (path: string, body: unknown): Promise<Record<string, string>> => {
    const answer = await fetch(`${served.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.ok, path).toBe(true);
    return (await answer.json()) as Record<string, string>;
  };
  const scenario = { name: 'task', user_instruction: 'Do nothing.', workspace_seed: 'empty', scorers: [] };
  const { scenario_id } = await post('/v1/scenarios', { scenario });
  const { task_id } = await post(`/v1/scenarios/${scenario_id}/tasks`, { files: {} });
  await post('/v1/runs', { execute: { task_id, agent: { id: 'nop', type: 'nop' } } });
  for (const seen of await Promise.all(readers)) expect(seen).toContain('queued');
  over.abort();

  const before = await listChildren(pid);
  process.kill(before[1] as number, 'SIGKILL');
  await expect.poll(() => listChildren(pid)).not.toContain(before[1]);
  await expect.poll(countProcesses).toBe(2);
  expect(await getJson(target, '/v1/runs')).toMatchObject({ items: [{ status: 'queued' }] });

  const children = await listChildren(pid);
  served.child.kill('SIGKILL');
  const isAlive = (one: number): boolean => {
    try {
      return process.kill(one, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(() => children.filter(isAlive)).toEqual([]);
});
