import type { Finding } from '@assay/schema';
import type { Diff, DiffFile, DiffLine } from '@assay/scoring';

/** A finding and who reported it. */
export interface PinnedFinding {
  readonly by: string;
  readonly finding: Finding;
}

/** A line of the file, without its sign. */
export interface CodeRow {
  readonly kind: 'added' | 'removed' | 'context';
  readonly before: number | null;
  readonly after: number | null;
  readonly text: string;
}

/** The start of a hunk, a remark about the file, or a finding about the line above. */
interface RemarkRow {
  readonly kind: 'hunk' | 'note' | 'finding';
  readonly text: string;
}

/** A row of the diff of one file. */
export type DiffRow = CodeRow | RemarkRow;

export const isCode = (row: DiffRow | undefined): row is CodeRow =>
  row !== undefined && (row.kind === 'added' || row.kind === 'removed' || row.kind === 'context');

/**
 * The rows of a file, with findings below their line in the new file. Findings about the whole file, or about lines
 * outside the patch, come first. The headers that git writes are replaced by words.
 */
export function layoutFile({ lines }: Diff, file: DiffFile, findings: readonly PinnedFinding[] = []): DiffRow[] {
  const own = lines.slice(file.start, file.end);
  const rows = own.flatMap((line) => readRow(line, file));
  const said = findings.filter(({ finding }) => finding.path === file.path);
  if (said.length === 0) return rows;
  const shown = new Set(rows.flatMap((row) => (isCode(row) && row.after !== null ? [row.after] : [])));
  const isShown = ({ finding: { line } }: PinnedFinding): boolean => line !== undefined && shown.has(line);
  const below = Map.groupBy(said.filter(isShown), ({ finding }) => finding.line ?? 0);
  const above = said.filter((pin) => !isShown(pin)).map(toDistantRow);
  const pinned = rows.flatMap((row): DiffRow[] => {
    const pins = isCode(row) && row.after !== null ? below.get(row.after) : undefined;
    return pins === undefined ? [row] : [row, ...pins.map(toRow)];
  });
  return [...above, ...pinned];
}

const toRow = ({ by, finding: { message } }: PinnedFinding): RemarkRow => ({
  kind: 'finding',
  text: `${by}: ${message}`,
});

const toDistantRow = (pin: PinnedFinding): RemarkRow => {
  const { line } = pin.finding;
  const row = toRow(pin);
  return line === undefined ? row : { ...row, text: `Line ${line} · ${row.text}` };
};

function readRow({ kind, text, number, old_number }: DiffLine, { left_out }: DiffFile): DiffRow[] {
  switch (kind) {
    case 'added':
      return [{ kind, before: null, after: number, text: text.slice(1) }];
    case 'removed':
      return [{ kind, before: number, after: null, text: text.slice(1) }];
    case 'context':
      return [{ kind, before: old_number, after: number, text: text.slice(1) }];
    case 'hunk':
      return [{ kind, text: describeHunk(text) }];
    case 'meta':
      return describeHeader(text, left_out).map((said) => ({ kind: 'note', text: said }));
  }
}

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@ ?(.*)/;

function describeHunk(text: string): string {
  const [, start = '1', length = '1', section = ''] = HUNK.exec(text) ?? [];
  const last = Number(start) + Number(length) - 1;
  const lines = last > Number(start) ? `Lines ${start}–${last}` : `Line ${start}`;
  return section === '' ? lines : `${lines} · ${section}`;
}

const HEADERS: readonly (readonly [header: RegExp, words: string | null])[] = [
  [/^(diff --git |index |--- |\+\+\+ |(dis)?similarity index |old mode |(rename|copy) to )/, null],
  [/^new file mode 100755$/, 'New file, executable'],
  [/^new file mode 120000$/, 'New symbolic link'],
  [/^new file mode \d+$/, 'New file'],
  [/^deleted file mode \d+$/, 'Deleted file'],
  [/^new mode (\d+)$/, 'File mode is now $1'],
  [/^rename from (.*)$/, 'Renamed from $1'],
  [/^copy from (.*)$/, 'Copied from $1'],
  [/^\\ No newline at end of file$/, 'No newline at end of file'],
  [/^(GIT binary patch|Binary files ).*$/, 'Binary file: its content is not shown'],
  [/^Large files .*$/, 'Large file: its content is not shown'],
];

/** A header of git in words; nothing if the page says it elsewhere. Any other line is kept as it is. */
function describeHeader(text: string, left_out: DiffFile['left_out']): string[] {
  const found = HEADERS.find(([header]) => header.test(text));
  // the body of a binary patch
  if (found === undefined) return left_out === 'binary' || text === '' ? [] : [text];
  return found[1] === null ? [] : [text.replace(found[0], found[1])];
}
