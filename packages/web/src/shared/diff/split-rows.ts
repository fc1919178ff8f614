import { type CodeRow, type DiffRow, isCode } from './diff-rows.ts';

/** Both sides of a line; null where one side has none. */
export interface RowPair {
  readonly kind: 'pair';
  readonly before: CodeRow | null;
  readonly after: CodeRow | null;
}

export type SplitRow = RowPair | Exclude<DiffRow, CodeRow>;

/** The rows of a file side by side: removed lines beside the added lines that follow them. */
export function splitRows(rows: readonly DiffRow[]): SplitRow[] {
  const split: SplitRow[] = [];
  let removed: CodeRow[] = [];
  const pair = (before: CodeRow | null, after: CodeRow | null) => split.push({ kind: 'pair', before, after });
  const flush = () => {
    for (const row of removed) pair(row, null);
    removed = [];
  };
  for (const row of rows) {
    if (row.kind === 'removed') removed.push(row);
    else if (row.kind === 'added') pair(removed.shift() ?? null, row);
    // a finding stays below its line
    else if (row.kind === 'finding') split.push(row);
    else {
      flush();
      if (isCode(row)) pair(row, row);
      else split.push(row);
    }
  }
  flush();
  return split;
}
