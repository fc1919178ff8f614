import { type DiffRow, isCode } from './diff-rows.ts';

/** A line of a changed file, by its number in the old or the new file. */
export interface LineRef {
  readonly side: 'before' | 'after';
  readonly line: number;
}

/** Reads a line from a URL: `12` in the new file, `L12` in the old one. */
export function parseLine(text: string | null): LineRef | null {
  const [, old, line] = /^(L?)(\d{1,9})$/.exec(text ?? '') ?? [];
  return line === undefined ? null : { side: old === 'L' ? 'before' : 'after', line: Number(line) };
}

export const formatLine = ({ side, line }: LineRef): string => `${side === 'before' ? 'L' : ''}${line}`;

/** A line in words: `line 12`, or `removed line 12`. */
export const describeLine = ({ side, line }: LineRef): string =>
  `${side === 'before' ? 'removed line' : 'line'} ${line}`;

/** The line that the number of a row links to: a removed line is only in the old file. */
export function rowLine(row: DiffRow | null): LineRef | null {
  if (row === null || !isCode(row)) return null;
  if (row.after !== null) return { side: 'after', line: row.after };
  return row.before === null ? null : { side: 'before', line: row.before };
}

export const isLine = (row: DiffRow | null, wanted: LineRef | null): boolean =>
  row !== null && wanted !== null && isCode(row) && row[wanted.side] === wanted.line;
