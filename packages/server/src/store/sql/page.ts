import { AssayError } from '@assay/schema';
import type { z } from 'zod';
import type { Connection } from './connection.ts';
import type { Query } from './sql.ts';

/** A request for one page of a list. */
export interface PageRequest {
  readonly limit: number;
  /** The `next` of the previous page; null for the first. */
  readonly after: string | null;
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The `after` of the next page; null at the end. */
  readonly next: string | null;
}

interface Listing<Row, Key extends readonly (string | number)[]> {
  /** The columns the list is ordered by; unique together. */
  readonly key: z.ZodType<Key>;
  readonly keyOf: (row: Row) => Key;
  /** The rows after a key, in order. */
  readonly select: (after: Key | null, limit: number) => Query<Row>;
  /** Where a bounded search stopped; undefined at the end of the list. */
  readonly findEnd?: (after: Key | null) => Promise<Key | undefined>;
}

/** Reads one page by key. All pages cost the same, and no row appears twice when others are added or removed. */
export async function listPage<Row, Key extends readonly (string | number)[]>(
  connection: Connection,
  { limit, after, key, keyOf, select, findEnd }: PageRequest & Listing<Row, Key>,
): Promise<Page<Row>> {
  const start = after === null ? null : decode(key, after);
  // one extra row tells whether there is another page
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
    throw new AssayError('invalid_input', 'after: expected the `next` of the previous page', {
      path: 'after',
      cause: error,
    });
  }
}
