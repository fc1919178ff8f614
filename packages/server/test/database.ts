import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createId, type IdPrefix } from '@assay/schema';
import pg from 'pg';
import { openDatabase } from '../src/postgres/open-database.ts';
import type { Store } from '../src/store/store.ts';

/** An empty database for one test file: on the server that `DATABASE_URL` names, or on one of our own. */
export interface TestDatabase {
  readonly url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const root = await mkdtemp(join(tmpdir(), 'assay-store-'));
  const database = await openDatabase({ root, database_url: process.env['DATABASE_URL'] });
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(database.url, `create database ${name}`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await administer(database.url, `drop database ${name} with (force)`);
      await database[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A new id, as the parts of Assay that make them would. */
export const newId = <P extends IdPrefix>(prefix: P) =>
  createId(prefix, { time_ms: Date.now(), entropy: randomBytes(10) });

/** An organization of its own, so that tests of one file do not see each other. */
export async function createOrganization(store: Store) {
  const organization_id = newId('org');
  await store.organizations.create({ organization_id, name: 'made for a test' });
  return organization_id;
}
