import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openPool, type Pool } from './connection.ts';
import { query, sql } from './sql.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ url: database.url, connections: 4 });
  await pool.run(sql`create table things (id integer primary key, name text, doc json)`);
}, 120_000);
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const Thing = z.object({ id: z.int(), name: z.string() });

test('reads columns in their API form', async () => {
  const row = z.object({ at: z.iso.datetime(), count: z.int(), gone: z.null() });
  expect(
    await pool.get(query(row)`
      select '2026-11-15 10:00:00.5+02'::timestamptz as at, 9007199254740991::bigint as count, null as gone`),
  ).toEqual({ at: '2026-11-15T08:00:00.500Z', count: 2 ** 53 - 1, gone: null });
});

test('rejects integers above 2^53 instead of rounding', async () => {
  await expect(pool.get(query(z.object({ count: z.int() }))`select 9007199254740993::bigint as count`)).rejects.toThrow(
    '2^53',
  );
});

test('a row that does not match its schema is an internal error that names the column', async () => {
  await expect(pool.get(query(Thing)`select 1 as id, null as name`)).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringContaining('name'),
  });
});

test('a missing row is undefined for find and an error for get', async () => {
  expect(await pool.find(query(Thing)`select id, name from things where id = ${-1}`)).toBeUndefined();
  await expect(pool.get(query(Thing)`select id, name from things where id = ${-1}`)).rejects.toThrow('found none');
});

test('a transaction that throws is rolled back, and its connection is reused', async () => {
  const attempt = pool.transaction(async (connection) => {
    await connection.run(sql`insert into things (id, name) values (1, 'one')`);
    throw new Error('changed my mind');
  });
  await expect(attempt).rejects.toThrow('changed my mind');
  expect(await pool.list(query(Thing)`select id, name from things`)).toEqual([]);
});

test('two deadlocked transactions both complete: one is retried', async () => {
  await pool.run(sql`insert into things (id, name) values (10, 'a'), (11, 'b')`);
  const [meeting, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let tries = 0;
  const cross = async (first: number, second: number) => {
    await pool.transaction(async (connection) => {
      // the retried one holds no locks yet; if it ran before the other wakes, they would deadlock again
      if (++tries > 2) await over.promise;
      await connection.run(sql`update things set name = name || 'x' where id = ${first}`);
      if (tries === 2) meeting.resolve();
      await meeting.promise;
      await connection.run(sql`update things set name = name || 'x' where id = ${second}`);
    });
    over.resolve();
  };
  await Promise.all([cross(10, 11), cross(11, 10)]);
  expect(tries).toBe(3);
  expect(await pool.list(query(Thing)`select id, name from things where id >= 10 order by id`)).toEqual([
    { id: 10, name: 'axx' },
    { id: 11, name: 'bxx' },
  ]);
});

test.each([
  { statement: sql`insert into things (id) values (20), (20)`, code: 'conflict', why: 'a duplicate key' },
  { statement: sql`insert into things (name) values (${'a\0b'})`, code: 'invalid_input', why: 'text with U+0000' },
  { statement: sql`select * from no_such_table`, code: 'internal', why: 'an invalid statement' },
  { statement: sql`select pg_terminate_backend(pg_backend_pid())`, code: 'database_unavailable', why: 'a lost server' },
])('$why is $code', async ({ statement, code }) => {
  await expect(pool.run(statement)).rejects.toMatchObject({ name: 'AssayError', code });
  expect(await pool.get(query(z.object({ one: z.int() }))`select 1 as one`)).toEqual({ one: 1 });
});

test('a json column stores values that jsonb would reject', async () => {
  const doc = { nul: '\0', lone: '\ud800' };
  await pool.run(sql`insert into things (id, doc) values (30, ${JSON.stringify(doc)})`);
  expect(await pool.get(query(z.object({ doc: z.unknown() }))`select doc from things where id = 30`)).toEqual({ doc });
});

test('reports a missing server as unavailable', async () => {
  await using nowhere = openPool({ url: 'postgresql://nobody:nothing@127.0.0.1:1/none', connections: 1 });
  await expect(nowhere.run(sql`select 1`)).rejects.toMatchObject({ code: 'database_unavailable' });
  await expect(nowhere.transaction(async () => 1)).rejects.toMatchObject({ code: 'database_unavailable' });
});

test('a connection lost during a transaction fails only that transaction', async () => {
  const lost = pool.transaction(async (connection) => {
    await connection.run(sql`insert into things (id) values (40)`);
    await connection.run(sql`select pg_terminate_backend(pg_backend_pid())`);
  });
  await expect(lost).rejects.toMatchObject({ code: 'database_unavailable' });
  expect(await pool.find(query(z.object({ id: z.int() }))`select id from things where id = 40`)).toBeUndefined();
});
