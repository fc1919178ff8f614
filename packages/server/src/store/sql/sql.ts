import type { z } from 'zod';

/** What may stand in a statement as a parameter. Objects go through `json`. */
export type SqlValue = string | number | boolean | null | Uint8Array | readonly SqlValue[];

/** A piece of SQL with its parameters apart, so that no value is ever read as SQL. */
export interface Sql {
  readonly strings: readonly string[];
  readonly values: readonly (SqlValue | Sql)[];
}

/** A statement that gives rows, and what each of them is. */
export interface Query<Row> extends Sql {
  readonly row: z.ZodType<Row>;
}

/** A statement without rows, or a piece of one. */
export const sql = (strings: TemplateStringsArray, ...values: (SqlValue | Sql)[]): Sql => ({ strings, values });

/** The same for statements that give rows: query(Workspace)`select …`. */
export const query =
  <Row>(row: z.ZodType<Row>) =>
  (strings: TemplateStringsArray, ...values: (SqlValue | Sql)[]): Query<Row> => ({ row, strings, values });

/**
 * A value for a column of type json, which keeps it as it is. Inside of a set of rows it goes as text and is cast:
 * taking rows apart, PostgreSQL refuses U+0000 however deep it lies, and agents can write it.
 */
export const json = (value: unknown): string => JSON.stringify(value);

/** Words of others for a column of type text, which cannot hold U+0000 or half a character: those are replaced. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/** Pieces one after another, each pair with `between` in the middle. */
export function join(pieces: readonly Sql[], between: ' and ' | ', '): Sql {
  const [first, ...rest] = pieces;
  if (first === undefined) throw new RangeError('Expected at least one piece of SQL to join, got none');
  return { strings: ['', ...rest.map(() => between), ''], values: [first, ...rest] };
}

/** The statement as the driver takes it, its parameters numbered in the order they stand. */
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
