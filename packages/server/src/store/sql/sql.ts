import type { z } from 'zod';

/** A parameter of a statement. Convert objects with `json`. */
export type SqlValue = string | number | boolean | null | Uint8Array | readonly SqlValue[];

/** A piece of SQL with separate parameters, so that no value is ever read as SQL. */
export interface Sql {
  readonly strings: readonly string[];
  readonly values: readonly (SqlValue | Sql)[];
}

/** A statement that returns rows, with their schema. */
export interface Query<Row> extends Sql {
  readonly row: z.ZodType<Row>;
}

/** A statement without rows, or a piece of one. */
export const sql = (strings: TemplateStringsArray, ...values: (SqlValue | Sql)[]): Sql => ({ strings, values });

/** A statement that returns rows: query(Workspace)`select …`. */
export const query =
  <Row>(row: z.ZodType<Row>) =>
  (strings: TemplateStringsArray, ...values: (SqlValue | Sql)[]): Query<Row> => ({ row, strings, values });

/**
 * A value for a json column. Inside a record set, pass it as text and cast it: expanding rows, PostgreSQL rejects
 * U+0000 at any depth, and agents can write it.
 */
export const json = (value: unknown): string => JSON.stringify(value);

/** Untrusted text for a text column. Replaces U+0000 and lone surrogates, which PostgreSQL cannot store. */
export const sanitizeText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/** Joins pieces with `between` as the separator. */
export function join(pieces: readonly Sql[], between: ' and ' | ', '): Sql {
  const [first, ...rest] = pieces;
  if (first === undefined) throw new RangeError('Expected at least one piece of SQL to join, found none');
  return { strings: ['', ...rest.map(() => between), ''], values: [first, ...rest] };
}

/** The statement for the driver, with parameters numbered in order. */
export function render(statement: Sql): { text: string; values: SqlValue[] } {
  const values: SqlValue[] = [];
  const write = (piece: Sql): string =>
    piece.strings.reduce((text, string, index) => {
      if (index === 0) return string;
      const value = piece.values[index - 1] as SqlValue | Sql;
      return `${text}${isSql(value) ? write(value) : `$${values.push(value)}`}${string}`;
    }, '');
  return { text: write(statement), values };
}

const isSql = (value: SqlValue | Sql): value is Sql =>
  typeof value === 'object' && value !== null && 'strings' in value && 'values' in value;
