import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, newId } from '../../test/database.ts';
import { hasPgbouncer, startPgbouncer } from '../../test/pgbouncer.ts';
import { openJobQueue } from '../queue/job-queue.ts';
import { isPooled, openPool } from './sql/connection.ts';
import { query } from './sql/sql.ts';
import { openStore } from './store.ts';
import type { WorkerOffer } from './tables/queue/workers.ts';

const OFFER: WorkerOffer = { sandbox: 'bwrap', containers: 'none', images: [], cpus: 1, memory_mb: 1_000, labels: {} };

/* Behind pgbouncer in transaction mode: each transaction may get another connection. */

test.skipIf(!hasPgbouncer())('migrates, writes, reads and queues behind a pooler', async () => {
  await using database = await createTestDatabase({ empty: true });
  await using pooler = await startPgbouncer(database);
  expect([await isPooled(database.url), await isPooled(pooler.url)]).toEqual([false, true]);

  await using store = await openStore({ url: pooler.url });
  const organization_id = newId('org');
  await store.organizations.create({ organization_id, name: 'pooled' });
  const found = await Promise.all(Array.from({ length: 40 }, () => store.organizations.find(organization_id)));
  expect(new Set(found.map((row) => row?.name))).toEqual(new Set(['pooled']));

  await using jobs = await openJobQueue({ url: pooler.url, supervise: true, onError: () => undefined });
  const job = { organization_id, workspace_id: newId('wsp'), run_id: newId('run'), priority: 0, needs: null };
  await store.transaction((tables) => jobs.send(tables, [job]));
  expect(await store.transaction((tables) => jobs.take(tables, { full: new Set(), offer: OFFER }))).toMatchObject({
    run_id: job.run_id,
  });
});

test.skipIf(!hasPgbouncer())('sets its time limits per transaction, and leaves none behind', async () => {
  await using database = await createTestDatabase({ empty: true });
  await using pooler = await startPgbouncer(database);
  await using pool = openPool({ url: pooler.url, connections: 4, pooled: true });
  const asked = query(z.object({ statement: z.string(), idle: z.string() }))`
    select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`;
  expect(await pool.transaction((connection) => connection.get(asked))).toEqual({ statement: '1min', idle: '1min' });
  expect(await pool.get(asked)).toEqual({ statement: '0', idle: '0' });
});
