import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createId, type IdPrefix } from '@assay/schema';
import pg from 'pg';
import { openDatabase } from '../src/postgres/open-database.ts';
import type { Store } from '../src/store/store.ts';

/** A database for one test file. */
export interface TestDatabase {
  readonly url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The variable with the shared PostgreSQL and the migrated database that test files copy. */
export const CLUSTER = 'ASSAY_TEST_CLUSTER';

/** Migrated, or empty for migration tests. Starts its own cluster if there is no shared one. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const shared = process.env[CLUSTER];
  if (shared === undefined) return createOwn();
  const { url, template } = JSON.parse(shared) as { url: string; template: string };
  const made = await createDatabase(url, empty ? 'template0' : template);
  return { url: made.url, [Symbol.asyncDispose]: () => administer(url, `drop database ${made.name} with (force)`) };
}

async function createOwn(): Promise<TestDatabase> {
  const root = await mkdtemp(join(tmpdir(), 'assay-store-'));
  const database = await openDatabase({ root, database_url: process.env['DATABASE_URL'] });
  const { name, url } = await createDatabase(database.url, 'template0');
  return {
    url,
    async [Symbol.asyncDispose]() {
      await administer(database.url, `drop database ${name} with (force)`);
      await database[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
}

export async function createDatabase(cluster: string, template: string): Promise<{ name: string; url: string }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(cluster, `create database ${name} template ${template}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return { name, url: url.href };
}

export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A new id. */
export const newId = <P extends IdPrefix>(prefix: P) =>
  createId(prefix, { time_ms: Date.now(), entropy: randomBytes(10) });

/** A new organization, to isolate the tests of a file. */
export async function createOrganization(store: Store) {
  const organization_id = newId('org');
  await store.organizations.create({ organization_id, name: 'made for a test' });
  return organization_id;
}
