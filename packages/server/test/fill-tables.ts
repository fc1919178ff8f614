import { createHash } from 'node:crypto';
import { z } from 'zod';
import { listTables } from '../src/backup/list-tables.ts';
import type { Connection } from '../src/store/sql/connection.ts';
import { query, type SqlValue } from '../src/store/sql/sql.ts';

/** The content whose digest every filled row has. */
export const FILLED_CONTENT = 'the content of a filled row';
/** Part of the value of every column with a secret. */
export const FILLED_SECRET = 'hush-hush';

const Column = z.object({
  table: z.string(),
  name: z.string(),
  type: z.string(),
  /** A value that a constraint allows. */
  allowed: z.string().nullable(),
});
type Column = z.infer<typeof Column>;

// where the value of a type would break a constraint, or would not look like what it is
const FIXED: Readonly<Record<string, SqlValue>> = {
  'api_keys.scopes': ['read'],
  'sessions.scopes': ['read'],
  'session_links.scopes': ['read'],
  'webhooks.events': ['run.graded'],
  'webhooks.secret': `${FILLED_SECRET} 1`,
  'webhooks.previous_secret': `${FILLED_SECRET} 2`,
  'evaluations.status': 'counted',
  'evaluations.reason': null,
  'runs.status': 'finished',
  'runs.problem': null,
  'shares.comparison_id': null,
  'shares.query': null,
  'evidence_parts.size_bytes': FILLED_CONTENT.length,
  'evidence_parts.content': Buffer.from(FILLED_CONTENT),
  'evidence_parts.location': 'pg',
  'evidence_parts.blob': null,
  'signing_keys.revoked_at': null,
  'signing_keys.revoked_reason': null,
  'agent_sessions.report': Buffer.from('{"session":"report"}'),
  'telemetry_batches.document': Buffer.from('{"resourceLogs":[]}'),
};

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** One value per column name and `number`, so that references between tables hold. */
function valueFor({ table, name, type, allowed }: Column, number: number): SqlValue {
  const fixed = FIXED[`${table}.${name}`] ?? allowed;
  if (fixed !== null || `${table}.${name}` in FIXED) return fixed;
  switch (type) {
    case 'uuid':
      return hash(`${name} ${number}`).toString('hex').slice(0, 32);
    case 'bytea':
      return name.startsWith('digest') && number === 0 ? hash(FILLED_CONTENT) : hash(`${name} ${number}`);
    case 'json':
      return JSON.stringify({ [name]: [number, 'text', null] });
    case 'boolean':
      return true;
    case 'date':
      return `2026-01-0${1 + number}`;
    case 'timestamp with time zone':
      return '2026-01-02T03:04:05.678Z';
    case 'text[]':
      return [name];
    case 'text':
      return `${name} ${number}`;
    default:
      return 1;
  }
}

/** The columns of all tables, in an order in which their rows can be inserted. */
export async function listColumns(connection: Connection): Promise<Column[]> {
  const tables = (await listTables(connection)).map(({ name }) => name).filter((name) => name !== 'migrations');
  const columns = await connection.list(query(Column)`
    select relname as table, attname as name, format_type(atttypid, null) as type, (
        -- of the first constraint that lists values: column = ANY (ARRAY['value'::text, …])
        select substring(pg_get_constraintdef(oid) from format('\\m%s = ANY \\(ARRAY\\[''([^'']+)''', attname))
        from pg_constraint
        where conrelid = attrelid and contype = 'c'
        order by 1 nulls last limit 1
      ) as allowed
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
    order by attnum`);
  return tables.flatMap((table) => columns.filter((column) => column.table === table));
}

/** Inserts one row into every table. Rows with different numbers have different keys. */
export async function fillTables(connection: Connection, columns: readonly Column[], number = 0): Promise<void> {
  for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
    const names = own.map(({ name }) => `"${name}"`).join(', ');
    const values = own.map((column) => valueFor(column, number));
    await connection.run({ strings: [`alter table ${table} disable trigger user`], values: [] });
    const commas = values.slice(1).map(() => ', ');
    await connection.run({ strings: [`insert into ${table} (${names}) values (`, ...commas, ')'], values });
    await connection.run({ strings: [`alter table ${table} enable trigger user`], values: [] });
  }
}
