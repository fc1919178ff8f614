import { z } from 'zod';
import type { Connection } from '../store/sql/connection.ts';
import { query } from '../store/sql/sql.ts';
import { EXPORTED_TABLES, LEFT_OUT_COLUMNS } from './export-rules.ts';

const ExportedTable = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  /** The columns of the primary key. */
  key: z.array(z.string()),
});
export type ExportedTable = z.infer<typeof ExportedTable>;

/** The exported tables with their columns, without what an export leaves out. */
export async function listExported(connection: Connection): Promise<ExportedTable[]> {
  const tables = await connection.list(query(ExportedTable)`
    select relname as name,
      (
        select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null)) order by attnum)
        from pg_attribute where attrelid = tables.oid and attnum > 0 and not attisdropped
      ) as columns,
      array(
        select attname::text from pg_index, unnest(indkey) with ordinality as part (number, place)
        join pg_attribute on attnum = part.number
        where indrelid = tables.oid and indisprimary and attrelid = tables.oid order by place
      ) as key
    from pg_class as tables
    where relkind = 'r' and relnamespace = 'public'::regnamespace and exists (
      select from pg_attribute where attrelid = tables.oid and attname = 'organization_id' and not attisdropped
    )
    order by relname collate "C"`);
  return tables
    .filter(({ name }) => EXPORTED_TABLES.has(name))
    .map(({ name, columns, key }) => {
      const without = LEFT_OUT_COLUMNS[name] ?? {};
      return { name, key, columns: columns.filter((column) => !(column.name in without)) };
    });
}
