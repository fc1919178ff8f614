import { AssayError } from '@assay/schema';
import type { z } from 'zod';
import type { Connection } from './connection.ts';
import type { Query } from './sql.ts';

/** Which part of a list is asked for. */
export interface PageRequest {
  readonly limit: number;
  /** The `next` of the page before; null for the first. */
  readonly after: string | null;
}

/** A part of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** What to ask for the next part with; null at the end. */
  readonly next: string | null;
}

interface Listing<Row, Key extends readonly (string | number)[]> {
  /** The columns that the list is ordered by; together they are unique. */
  readonly key: z.ZodType<Key>;
  readonly keyOf: (row: Row) => Key;
  /** The rows behind a key, in order. */
  readonly select: (after: Key | null, limit: number) => Query<Row>;
  /** Where a search ended that looks at so many rows and no more; undefined at the end of the list. */
  readonly findEnd?: (after: Key | null) => Promise<Key | undefined>;
}

/** One page by key: the last costs what the first costs, and no row is shown twice when others come or go. */
export async function listPage<Row, Key extends readonly (string | number)[]>(
  connection: Connection,
  { limit, after, key, keyOf, select, findEnd }: PageRequest & Listing<Row, Key>,
): Promise<Page<Row>> {
  const start = after === null ? null : decode(key, after);
  // one more than asked for tells whether there is another page
  const rows = await connection.list(select(start, limit + 1));
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  if (rows.length > limit && last !== undefined) return { items, next: encode(keyOf(last)) };
  const end = await findEnd?.(start);
  return { items, next: end === undefined ? null : encode(end) };
}

const encode = (key: readonly (string | number)[]): string => Buffer.from(JSON.stringify(key)).toString('base64url');

function decode<Key>(schema: z.ZodType<Key>, cursor: string): Key {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (error) {
    throw new AssayError('invalid_input', 'after: expected the `next` of the page before, found something else', {
      path: 'after',
      cause: error,
    });
  }
}
