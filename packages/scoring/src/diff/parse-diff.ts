import { namePath } from './name-path.ts';

type LineKind = 'added' | 'removed' | 'context' | 'hunk' | 'meta';

/** One file of a patch, as a range of its lines. */
export interface DiffFile {
  readonly path: string;
  readonly additions: number;
  readonly deletions: number;
  /** Why the patch omits its content, if it does. */
  readonly left_out: 'binary' | 'large' | null;
  readonly start: number;
  readonly end: number;
}

export interface DiffLine {
  readonly kind: LineKind;
  readonly text: string;
  /** The line number: in the old file for removed lines, else in the new file. */
  readonly number: number | null;
  /** The line number in the old file; null for added lines. */
  readonly old_number: number | null;
}

export interface Diff {
  readonly files: readonly DiffFile[];
  readonly lines: readonly DiffLine[];
  /** How the patch was truncated, if it was. */
  readonly cut: string | null;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const LEFT_OUT = { binary: /^(GIT binary patch|Binary files )/, large: /^Large files / } as const;
// the note at the end of a truncated patch; git writes no such line
const CUT = /^\[(.*)\]$/;

/**
 * Parses a patch of git. The head of a hunk gives its length, so a line such as `--- a/x` inside a hunk is a removed
 * line. A line that cannot be part of a hunk ends it, so a wrong count affects only that hunk.
 */
export function parseDiff(patch: string): Diff {
  const texts = patch.split('\n');
  if (texts.at(-1) === '') texts.pop();
  const lines: DiffLine[] = [];
  const starts: number[] = [];
  let hunk = hunkAt(null);
  for (const text of texts) {
    const kind = kindOf(text, hunk);
    if (kind === 'hunk') hunk = hunkAt(HUNK.exec(text));
    else if (kind === 'meta' && !text.startsWith('\\')) hunk = hunkAt(null);
    if (kind === 'meta' && text.startsWith('diff --git ')) starts.push(lines.length);
    const { beforeLine } = hunk;
    const old_number = kind === 'removed' || kind === 'context' ? beforeLine : null;
    lines.push({ kind, text, number: count(hunk, kind), old_number });
  }
  // lines before the first file head belong to no file, but are shown
  if (starts[0] !== 0 && lines.length > 0) starts.unshift(0);
  const files = starts.map((start, index) => describe(lines, { start, end: starts[index + 1] ?? lines.length }));
  return { files, lines, cut: cutOf(lines.at(-1), hunk) };
}

/** The remaining lines and current line numbers of both sides of a hunk. */
interface Hunk {
  before: number;
  after: number;
  beforeLine: number;
  afterLine: number;
}

function hunkAt(head: RegExpExecArray | null): Hunk {
  if (head === null) return { before: 0, after: 0, beforeLine: 0, afterLine: 0 };
  const [, beforeLine, before = '1', afterLine, after = '1'] = head;
  return {
    before: Number(before),
    after: Number(after),
    beforeLine: Number(beforeLine),
    afterLine: Number(afterLine),
  };
}

function cutOf(last: DiffLine | undefined, hunk: Hunk): string | null {
  const said = last?.kind === 'meta' ? CUT.exec(last.text)?.[1] : undefined;
  return said ?? (isOpen(hunk) ? 'it ends in the middle of a hunk' : null);
}

const isOpen = ({ before, after }: Hunk): boolean => before > 0 || after > 0;

function kindOf(text: string, hunk: Hunk): LineKind {
  if (isOpen(hunk)) {
    if (text.startsWith('+')) return 'added';
    if (text.startsWith('-')) return 'removed';
    if (text.startsWith(' ') || text === '') return 'context';
  }
  return HUNK.test(text) ? 'hunk' : 'meta';
}

function count(hunk: Hunk, kind: LineKind): number | null {
  switch (kind) {
    case 'added':
      hunk.after--;
      return hunk.afterLine++;
    case 'removed':
      hunk.before--;
      return hunk.beforeLine++;
    case 'context':
      hunk.before--;
      hunk.after--;
      hunk.beforeLine++;
      return hunk.afterLine++;
    case 'hunk':
    case 'meta':
      return null;
  }
}

function describe(lines: readonly DiffLine[], { start, end }: { start: number; end: number }): DiffFile {
  let [additions, deletions] = [0, 0];
  const head: string[] = [];
  for (let index = start; index < end; index++) {
    const { kind, text } = lines[index] as DiffLine;
    if (kind === 'added') additions++;
    if (kind === 'removed') deletions++;
    if (kind === 'meta' && head.length < HEAD_LINES) head.push(text);
  }
  return { path: namePath(head), additions, deletions, left_out: leftOut(head), start, end };
}

function leftOut(head: readonly string[]): DiffFile['left_out'] {
  if (head.some((line) => LEFT_OUT.binary.test(line))) return 'binary';
  return head.some((line) => LEFT_OUT.large.test(line)) ? 'large' : null;
}

// git writes fewer head lines; more may be the body of a binary patch
const HEAD_LINES = 12;
