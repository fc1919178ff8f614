import { type DiffRow, isCode } from './diff-rows.ts';

// enough to recognize the place
const CONTEXT = 4;
const FIRST_ROWS = 12;

/** The rows around a line of the new file, within its hunk; without a line, the first rows of the file. */
export function excerptRows(rows: readonly DiffRow[], line: number | undefined): readonly DiffRow[] {
  const at = line === undefined ? -1 : rows.findIndex((row) => isCode(row) && row.after === line);
  if (at === -1) return rows.slice(0, FIRST_ROWS);
  const isInHunk = (row: DiffRow | undefined): boolean => row !== undefined && row.kind !== 'hunk';
  let [start, end] = [at, at + 1];
  for (let left = CONTEXT; left > 0 && isInHunk(rows[start - 1]); start--) if (isCode(rows[start - 1])) left--;
  for (let left = CONTEXT; left > 0 && isInHunk(rows[end]); end++) if (isCode(rows[end])) left--;
  return rows.slice(start, end);
}
