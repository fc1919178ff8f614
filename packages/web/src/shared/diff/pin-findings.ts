import type { Finding } from '@assay/schema';
import type { Diff, DiffFile, DiffLine } from './parse-diff.ts';

/** Something that somebody says of a line, and who. */
export interface PinnedFinding {
  readonly by: string;
  readonly finding: Finding;
}

/**
 * The lines of a file with what was found in them, each below its line as the file is now. What is said of a line that
 * the patch does not show, or of the file as a whole, stands above all lines.
 */
export function pinFindings({ lines }: Diff, file: DiffFile, findings: readonly PinnedFinding[]): readonly DiffLine[] {
  const own = lines.slice(file.start, file.end);
  const said = findings.filter(({ finding }) => finding.path === file.path);
  if (said.length === 0) return own;
  const shown = new Set(own.flatMap((line) => (isNow(line) ? [line.number] : [])));
  const isShown = ({ finding: { line } }: PinnedFinding): boolean => line !== undefined && shown.has(line);
  const above = said.filter((pin) => !isShown(pin)).map(toLine);
  const below = Map.groupBy(said.filter(isShown), ({ finding }) => finding.line ?? 0);
  const pinned = own.flatMap((line) => [line, ...(isNow(line) ? (below.get(line.number ?? 0) ?? []).map(toLine) : [])]);
  return [...above, ...pinned];
}

const isNow = ({ kind, number }: DiffLine): boolean => number !== null && (kind === 'added' || kind === 'context');

const toLine = ({ by, finding: { line, message } }: PinnedFinding): DiffLine => ({
  kind: 'finding',
  text: `${by}: ${message}`,
  number: line ?? null,
});
