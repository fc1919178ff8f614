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
}

/** One page by key: the last costs what the first costs, and no row is shown twice when others come or go. */
export async function listPage<Row, Key extends readonly (string | number)[]>(
  connection: Connection,
  { limit, after, key, keyOf, select }: PageRequest & Listing<Row, Key>,
): Promise<Page<Row>> {
  // one more than asked for tells whether there is another page
  const rows = await connection.list(select(after === null ? null : decode(key, after), limit + 1));
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? encode(keyOf(last)) : null };
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
