import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../../../test/database.ts';
import { fillTables, listColumns } from '../../../test/fill-tables.ts';
import { openPool, type Pool } from '../sql/connection.ts';
import { migrate } from '../sql/migrate.ts';
import { query } from '../sql/sql.ts';
import { MIGRATIONS } from './index.ts';

const Column = z.object({
  table: z.string(),
  name: z.string(),
  type: z.string(),
  optional: z.boolean(),
  nullable: z.boolean(),
});
type Column = z.infer<typeof Column>;

const listShapes = (pool: Pool): Promise<Column[]> =>
  pool.list(query(Column)`
    select table_name as table, column_name as name, data_type as type, is_nullable = 'YES' as nullable,
      is_nullable = 'YES' or column_default is not null as optional
    from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`);

/** All rows, with these columns only. */
async function readRows(
  pool: Pool,
  columns: Awaited<ReturnType<typeof listColumns>>,
): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
    const names = own.map(({ name }) => `"${name}"`).join(', ');
    const text = `select coalesce(json_agg(one), '[]') as rows from (select ${names} from ${table}) as one`;
    rows[table] = (await pool.get({ strings: [text], values: [], row: z.object({ rows: z.unknown() }) })).rows;
  }
  return rows;
}

test('an upgrade from the first schema keeps every row of every table', async () => {
  await using database = await createTestDatabase({ empty: true });
  await using pool = openPool({ url: database.url, connections: 1 });
  await migrate(pool, MIGRATIONS.slice(0, 1));
  const columns = await listColumns(pool);
  expect(new Set(columns.map(({ table }) => table)).size).toBeGreaterThan(25);
  await fillTables(pool, columns);
  const before = await readRows(pool, columns);
  await migrate(pool, MIGRATIONS);
  expect(await readRows(pool, columns)).toEqual(before);
}, 120_000);

test('every migration only adds: older servers find the columns they read, and may leave out the new ones', async () => {
  await using database = await createTestDatabase({ empty: true });
  await using pool = openPool({ url: database.url, connections: 1 });
  const broken: string[] = [];
  let before: Column[] = [];
  for (const [index, { name }] of MIGRATIONS.entries()) {
    await migrate(pool, MIGRATIONS.slice(0, index + 1));
    const after = await listShapes(pool);
    broken.push(...compareShapes(before, after).map((problem) => `${name}: ${problem}`));
    before = after;
  }
  expect(broken).toEqual([]);
}, 120_000);

function compareShapes(before: readonly Column[], after: readonly Column[]): string[] {
  const find = (columns: readonly Column[], { table, name }: Column) =>
    columns.find((column) => column.table === table && column.name === name);
  const taken = before.flatMap((column) => {
    const now = find(after, column);
    const place = `${column.table}.${column.name}`;
    if (now === undefined) return [`${place} is gone`];
    if (now.type !== column.type) return [`${place} was ${column.type} and is ${now.type}`];
    if (now.nullable && !column.nullable) return [`${place} may be null`];
    return column.optional && !now.optional ? [`${place} is required`] : [];
  });
  const tables = new Set(before.map(({ table }) => table));
  const required = after
    .filter((column) => tables.has(column.table) && find(before, column) === undefined && !column.optional)
    .map(({ table, name }) => `${table}.${name} is new and required`);
  return [...taken, ...required];
}
