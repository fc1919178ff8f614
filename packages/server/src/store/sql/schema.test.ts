import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../../../test/database.ts';
import { MIGRATIONS } from '../schema/index.ts';
import { openPool } from './connection.ts';
import { migrate } from './migrate.ts';
import { query } from './sql.ts';

const Index = z.object({ table: z.string(), index: z.string(), first: z.string(), primary: z.boolean() });

test('every key and index starts with the organization, except for queries across organizations', async () => {
  await using database = await createTestDatabase({ empty: true });
  await using pool = openPool({ url: database.url, connections: 1 });
  await migrate(pool, MIGRATIONS);
  const indexes = await pool.list(query(Index)`
    select tables.relname as table, indexes.relname as index, columns.attname as first, indisprimary as primary
    from pg_index
    join pg_class as tables on tables.oid = indrelid
    join pg_class as indexes on indexes.oid = indexrelid
    join pg_attribute as columns on columns.attrelid = indrelid and columns.attnum = indkey[0]
    where tables.relnamespace = 'public'::regnamespace
    order by 2`);
  expect(indexes.length).toBeGreaterThan(30);
  expect(indexes.filter(({ first }) => first !== 'organization_id').map(({ index }) => index)).toEqual([
    'api_keys_by_id',
    'blob_stores_pkey',
    'idempotency_keys_by_age',
    'invitations_by_token',
    'members_by_identity',
    'members_of_email',
    'migrations_pkey',
    'session_links_pkey',
    'sessions_pkey',
    'shares_by_token',
    'signing_keys_pkey',
    'telemetry_sessions_to_grade',
    'webhook_deliveries_due',
    'webhook_deliveries_settled',
    'workers_pkey',
  ]);
  const tables = await pool.list(query(z.object({ table: z.string() }))`
    select relname as table from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`);
  const keyed = indexes.filter(({ primary }) => primary).map(({ table }) => table);
  expect(keyed.toSorted()).toEqual(tables.map(({ table }) => table));
}, 120_000);
