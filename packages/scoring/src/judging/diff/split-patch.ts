import { type DiffFile, type DiffLine, parseDiff } from '../../diff/parse-diff.ts';
import { TRIM_NOTE } from './trim-patch.ts';

/** The part of a patch about one file. */
export interface FilePatch {
  readonly path: string;
  readonly text: string;
  readonly added: number;
  readonly removed: number;
  /** Whether it has no content because the file is binary or large. */
  readonly bare: boolean;
  /** Whether only its start is here. */
  readonly trimmed: boolean;
  readonly lines: readonly DiffLine[];
}

export interface SplitPatch {
  readonly files: readonly FilePatch[];
  /** Whether the patch was truncated. */
  readonly cut: boolean;
}

/** The files of a patch. Text before the first of them is left out. */
export function splitPatch(patch: string): SplitPatch {
  const { files, lines, cut } = parseDiff(patch);
  const last = lines.length - (isCutNote(lines.at(-1)) ? 1 : 0);
  const starts = files.filter(({ start }) => lines[start]?.text.startsWith('diff --git ') === true);
  const isWhole = patch.endsWith('\n') || last < lines.length;
  return {
    files: (starts.length > 0 ? starts : files)
      .map((file) => {
        const end = isWhole || file.end < lines.length ? '\n' : '';
        return readFile(file, { lines: lines.slice(file.start, Math.min(file.end, last)), end });
      })
      .filter(({ text }) => text.trim() !== ''),
    cut: cut !== null,
  };
}

// the note of the harness at the end of a truncated patch
const isCutNote = (line: DiffLine | undefined): boolean =>
  line?.kind === 'meta' && line.text.startsWith('[patch cut at ');

function readFile(file: DiffFile, { lines, end }: { lines: readonly DiffLine[]; end: string }): FilePatch {
  const { path, additions, deletions, left_out } = file;
  return {
    path: path === '(no file)' ? 'diff.patch' : path,
    text: `${lines.map(({ text }) => text).join('\n')}${end}`,
    added: additions,
    removed: deletions,
    bare: left_out !== null,
    trimmed: lines.at(-1)?.text.startsWith(TRIM_NOTE) === true,
    lines,
  };
}

/** The added lines of a patch, consecutive lines together, with the line number they start at. */
export function* addedLines({ lines }: Pick<FilePatch, 'lines'>): Generator<{ line: number; text: string }> {
  let run: DiffLine[] = [];
  for (const line of [...lines, undefined]) {
    if (line?.kind === 'added') {
      run.push(line);
      continue;
    }
    if (run.length > 0)
      yield { line: Math.max(1, run[0]?.number ?? 1), text: run.map(({ text }) => text.slice(1)).join('\n') };
    run = [];
  }
}
