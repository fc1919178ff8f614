import { z } from 'zod';
import type { Pool } from '../src/store/sql/connection.ts';
import { query } from '../src/store/sql/sql.ts';

const Name = z.object({ name: z.string() });
const Digest = z.object({ name: z.string(), digest: z.string() });

/** A digest of all rows per table, including queue jobs, to detect changes. */
export async function digestRows(pool: Pool): Promise<Record<string, string>> {
  const tables = await pool.list(query(Name)`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      or table_schema = 'assay_queue' and table_name = 'job' order by 1`);
  const text = tables
    .map(
      ({ name }) =>
        // every request updates the last use of its key
        `select '${name}' as name, md5(coalesce(string_agg(row, ' ' order by row), '')) as digest
         from (select (to_jsonb(one) - 'last_used_at')::text as row from ${name} as one) as rows`,
    )
    .join(' union all ');
  const digests = await pool.list({ strings: [text], values: [], row: Digest });
  return Object.fromEntries(digests.map(({ name, digest }) => [name, digest]));
}
