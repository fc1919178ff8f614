import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, newId, type TestDatabase } from '../../../test/database.ts';
import { runScript } from '../../../test/processes.ts';
import { MIGRATIONS } from '../schema/index.ts';
import { openPool, type Pool } from './connection.ts';
import { type Migration, migrate } from './migrate.ts';
import { query, sql } from './sql.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  pool = openPool({ url: database.url, connections: 4 });
}, 120_000);
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const applied = () => pool.list(query(z.object({ name: z.string() }))`select name from migrations order by number`);

test('three concurrent processes apply each migration once', async () => {
  const printed = await Promise.all(
    [1, 2, 3].map(() => runScript('append-many.ts', { args: [database.url, newId('org')], input: [] })),
  );
  expect(printed).toEqual(['[]', '[]', '[]']);
  expect(await applied()).toEqual(MIGRATIONS.map(({ name }) => ({ name })));
}, 60_000);

test('migrating again changes nothing', async () => {
  await migrate(pool, MIGRATIONS);
  expect(await applied()).toHaveLength(MIGRATIONS.length);
});

const step: Migration = { name: 'one more', sql: 'create table one_more (id integer); create index on one_more (id);' };

test('a failed migration leaves no changes', async () => {
  const broken = [...MIGRATIONS, step, { name: 'broken', sql: 'create table half (id integer); select 1/0;' }];
  await expect(migrate(pool, broken)).rejects.toThrow('division by zero');
  expect(await applied()).toHaveLength(MIGRATIONS.length);
  expect(
    await pool.get(query(z.object({ there: z.boolean() }))`select to_regclass('half') is not null as there`),
  ).toEqual({
    there: false,
  });
});

test('rejects a database of a newer Assay', async () => {
  await migrate(pool, [...MIGRATIONS, step]);
  await expect(migrate(pool, MIGRATIONS)).rejects.toMatchObject({
    code: 'database_unavailable',
    message: expect.stringContaining('one more'),
  });
});

test('rejects a database with different migrations before any change', async () => {
  const edited = [...MIGRATIONS, { ...step, sql: `${step.sql} -- edited` }, { name: 'next', sql: 'select 1' }];
  await expect(migrate(pool, edited)).rejects.toMatchObject({
    code: 'database_unavailable',
    message: expect.stringContaining('another build'),
  });
  expect(await applied()).toHaveLength(MIGRATIONS.length + 1);
});

test('reports missing database permissions as unavailable', async () => {
  await pool.run(sql`drop role if exists assay_test_reader`);
  await pool.run(sql`create role assay_test_reader login password 'reader'`);
  const url = new URL(database.url);
  url.username = 'assay_test_reader';
  url.password = 'wrong';
  await using reader = openPool({ url: url.href, connections: 1 });
  await expect(migrate(reader, MIGRATIONS)).rejects.toMatchObject({ code: 'database_unavailable' });
  await pool.run(sql`drop role assay_test_reader`);
});
