import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/postgres/open-database.ts';
import { createQueue } from '../src/queue/queue.ts';
import { openStore } from '../src/store/store.ts';
import { administer, CLUSTER, createDatabase } from './database.ts';

/** Starts one PostgreSQL for all test files, with a migrated template database. */
export default async function setUp(): Promise<() => Promise<void>> {
  const root = await mkdtemp(join(tmpdir(), 'assay-cluster-'));
  const database = await openDatabase({ root, database_url: process.env['DATABASE_URL'] });
  const template = await createDatabase(database.url, 'template0');
  const store = await openStore({ url: template.url });
  const queue = createQueue({ url: template.url, store });
  await queue[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  process.env[CLUSTER] = JSON.stringify({ url: database.url, template: template.name });
  return async () => {
    await administer(database.url, `drop database ${template.name} with (force)`);
    await database[Symbol.asyncDispose]();
    await rm(root, { recursive: true, force: true });
  };
}
