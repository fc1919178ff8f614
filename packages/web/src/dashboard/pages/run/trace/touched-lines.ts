import type { TranscriptEntry } from '@assay/schema';
import type { Diff, DiffFile } from '@assay/scoring';
import { type DiffRow, layoutFile, type PinnedFinding } from '../../../../shared/diff/diff-rows.ts';

/** The part of the change that an edit touched; without rows, later edits replaced it. */
export interface TouchedLines {
  readonly path: string;
  readonly rows: readonly DiffRow[];
}

interface Edit {
  readonly paths: readonly string[];
  readonly removed: ReadonlySet<string>;
  readonly added: ReadonlySet<string>;
}

// more would hide the call itself
const MOST_ROWS = 200;

/** Finds the hunks of the final change that contain lines of an edit; null if the call is no edit. */
export function findTouchedLines(
  diff: Diff,
  call: TranscriptEntry,
  pins: readonly PinnedFinding[],
): TouchedLines | null {
  const edit = readEdit(call.input);
  if (edit === null) return null;
  const file = findFile(diff.files, edit.paths);
  if (file === undefined) return null;
  const hunks = splitHunks(layoutFile(diff, file, pins));
  const touched = hunks.filter((rows) => rows.some((row) => isTouched(row, edit)));
  return { path: file.path, rows: touched.flat().slice(0, MOST_ROWS) };
}

const isTouched = ({ kind, text }: DiffRow, { removed, added }: Edit): boolean =>
  text.trim() !== '' && ((kind === 'added' && added.has(text)) || (kind === 'removed' && removed.has(text)));

function splitHunks(rows: readonly DiffRow[]): DiffRow[][] {
  const hunks: DiffRow[][] = [];
  for (const row of rows) {
    const last = hunks.at(-1);
    if (last === undefined || row.kind === 'hunk') hunks.push([row]);
    else last.push(row);
  }
  return hunks;
}

/** The changed file that a path names. Agents often name it from the root of the disk. */
const findFile = (files: readonly DiffFile[], paths: readonly string[]): DiffFile | undefined =>
  files
    .filter(({ path }) => paths.some((named) => named === path || named.endsWith(`/${path}`)))
    .toSorted((one, other) => other.path.length - one.path.length)[0];

// names of the inputs of editing tools, across agents
const PATHS = ['file_path', 'filePath', 'absolute_path', 'notebook_path', 'target_file', 'path', 'filename', 'file'];
const BEFORE = ['old_string', 'old_str', 'oldString', 'old_text'];
const AFTER = [
  ...['new_string', 'new_str', 'newString', 'new_text', 'new_source'],
  ...['content', 'file_text', 'insert_text', 'code_edit'],
];
const PATCHES = ['patch', 'diff', 'input', 'patchText'];

function readEdit(input: unknown): Edit | null {
  if (typeof input === 'string') return readPatch(input);
  if (typeof input !== 'object' || input === null) return null;
  const fields = input as Record<string, unknown>;
  const { edits } = fields;
  const parts = [fields, ...(Array.isArray(edits) ? edits : [])].filter(isRecord);
  const added = parts.flatMap((part) => textsOf(part, AFTER));
  const removed = parts.flatMap((part) => textsOf(part, BEFORE));
  if (added.length + removed.length > 0)
    return { paths: textsOf(fields, PATHS), removed: linesOf(removed), added: linesOf(added) };
  return textsOf(fields, PATCHES).map(readPatch)[0] ?? null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const textsOf = (fields: Record<string, unknown>, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return typeof value === 'string' ? [value] : [];
  });

const linesOf = (texts: readonly string[]): ReadonlySet<string> => new Set(texts.flatMap((text) => text.split('\n')));

const PATCHED_FILE = /^(?:\*\*\* (?:Add|Update|Delete) File: |\+\+\+ b\/)(.+)$/;

/** Reads a patch, in the form of git or of `apply_patch`. */
function readPatch(patch: string): Edit | null {
  const lines = patch.split('\n');
  const paths = lines.flatMap((line) => PATCHED_FILE.exec(line)?.[1] ?? []);
  if (paths.length === 0) return null;
  const starting = (sign: string) =>
    new Set(lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(sign.length)));
  return { paths, removed: starting('-'), added: starting('+') };
}
