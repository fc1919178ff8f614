import type { Finding } from '@assay/schema';
import type { Diff, DiffFile, DiffLine } from '@assay/scoring';

/** A finding and who reported it. */
export interface PinnedFinding {
  readonly by: string;
  readonly finding: Finding;
}

/** A line as it is shown. A finding is not part of the patch; it refers to the line above. */
export type ShownLine = DiffLine | (Omit<DiffLine, 'kind'> & { readonly kind: 'finding' });

/**
 * The lines of a file with findings inserted below their line in the new file. Findings about the whole file, or about
 * lines outside the patch, come first.
 */
export function pinFindings({ lines }: Diff, file: DiffFile, findings: readonly PinnedFinding[]): readonly ShownLine[] {
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

const toLine = ({ by, finding: { line, message } }: PinnedFinding): ShownLine => ({
  kind: 'finding',
  text: `${by}: ${message}`,
  number: line ?? null,
});
