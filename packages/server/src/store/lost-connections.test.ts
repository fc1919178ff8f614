import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { startFatalPostgres } from '../../test/fatal-postgres.ts';
import { runScript } from '../../test/processes.ts';
import { openPool } from './sql/connection.ts';
import { sql } from './sql/sql.ts';

/* In separate processes, to test that they continue. */

const transact = async (url: string, times: number): Promise<string[]> =>
  (await runScript('transact-often.ts', { args: [url, String(times)], input: null })).trim().split('\n');

test('a connection lost before its first use fails a transaction, not the process', async () => {
  await using postgres = await startFatalPostgres();
  expect(await transact(postgres.url, 20)).toEqual(Array.from({ length: 20 }, () => 'database_unavailable'));
});

test('a process survives repeated connection losses', async () => {
  await using database = await createTestDatabase();
  await using pool = openPool({ url: database.url, connections: 1 });
  let over = false;
  const done = transact(database.url, 400).finally(() => {
    over = true;
  });
  while (!over) {
    await pool.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await sleep(5);
  }
  const came = await done;
  expect(came).toHaveLength(400);
  expect(came.filter((word) => !['done', 'database_unavailable'].includes(word))).toEqual([]);
}, 120_000);
