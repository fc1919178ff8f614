import { AssayError } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../store/sql/connection.ts';
import { query } from '../store/sql/sql.ts';

/** A table, with names as SQL writes them. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of its primary key. */
  readonly key: readonly string[];
}

const Names = z.array(z.string());
const Row = z.object({ name: z.string(), columns: Names, key: Names, needs: Names });

/** The tables of the store, each after those that it refers to. */
export async function listTables(connection: Connection): Promise<Table[]> {
  const waiting = await connection.list(query(Row)`
    select format('%I', relname) as name,
      array(
        select format('%I', attname) from pg_attribute
        where attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns,
      array(
        select format('%I', attname) from pg_index, unnest(indkey) with ordinality as part (number, place)
        join pg_attribute on attnum = part.number
        where indrelid = tables.oid and indisprimary and attrelid = tables.oid order by place
      ) as key,
      array(
        select distinct format('%I', others.relname) from pg_constraint join pg_class as others on others.oid = confrelid
        where conrelid = tables.oid and contype = 'f' and confrelid <> conrelid
      ) as needs
    from pg_class as tables
    where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by relname collate "C"`);
  const sorted: z.infer<typeof Row>[] = [];
  while (sorted.length < waiting.length) {
    const next = waiting.find(
      (table) => !sorted.includes(table) && table.needs.every((need) => sorted.some(({ name }) => name === need)),
    );
    if (next === undefined)
      throw new AssayError('internal', 'The tables of the database refer to each other in a circle');
    sorted.push(next);
  }
  return sorted.map(({ name, columns, key }) => ({ name, columns, key }));
}
