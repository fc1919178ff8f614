import { AssayError } from '@assay/schema';
import { unquoteBytes } from '@assay/scoring';

/** What a patch does to one file. Text is latin1-decoded bytes, so that any encoding survives. */
export interface FilePatch {
  /** Null for a new file. */
  readonly from: string | null;
  /** Null for a deleted file. */
  readonly to: string | null;
  readonly executable: boolean | undefined;
  readonly hunks: readonly Hunk[];
}

export interface Hunk {
  /** The 1-based start line; 0 for a new file. */
  readonly start: number;
  /** Lines with their line ends, to detect a missing final newline. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Parses a unified diff, with or without git headers. Rejects what cannot be applied completely. */
export function parsePatch(bytes: Uint8Array): FilePatch[] {
  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  const patches: FilePatch[] = [];
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] ?? '';
    const isGit = line.startsWith('diff --git ');
    if (!isGit && !(line.startsWith('--- ') && lines[index + 1]?.startsWith('+++ '))) {
      if (line.startsWith('@@ ')) throw refuse(index, 'a file name before its hunks');
      index++;
      continue;
    }
    const { patch, next } = parseFile(lines, index);
    patches.push(patch);
    index = next;
  }
  if (patches.length === 0) throw new AssayError('invalid_input', 'Expected a unified diff, found no file in it');
  return patches;
}

interface Header {
  from?: string | null;
  to?: string | null;
  isNew: boolean;
  isDeleted: boolean;
  executable: boolean | undefined;
}

function parseFile(lines: readonly string[], start: number): { patch: FilePatch; next: number } {
  const header: Header = { isNew: false, isDeleted: false, executable: undefined };
  let index = start;
  const first = lines[index] ?? '';
  if (first.startsWith('diff --git ')) {
    readNames(header, first.slice('diff --git '.length));
    for (index++; isHeader(lines[index]); index++) readHeader(header, { line: lines[index] ?? '', index });
  }
  if (lines[index]?.startsWith('--- ') && lines[index + 1]?.startsWith('+++ ')) {
    header.from = readName(lines[index] ?? '');
    header.to = readName(lines[index + 1] ?? '');
    index += 2;
  }
  const hunks: Hunk[] = [];
  while (lines[index]?.startsWith('@@ ')) {
    const { hunk, next } = parseHunk(lines, index);
    hunks.push(hunk);
    index = next;
  }
  const from = header.isNew ? null : (header.from ?? null);
  const to = header.isDeleted ? null : (header.to ?? null);
  if (from === null && to === null) throw refuse(start, 'the name of a file');
  return { patch: { from, to, executable: header.executable, hunks }, next: index };
}

const isHeader = (line: string | undefined): boolean =>
  line !== undefined && line !== '' && !/^(diff --git |--- |@@ )/.test(line);

function readHeader(header: Header, { line, index }: { line: string; index: number }): void {
  if (/^(GIT binary patch|Binary files )/.test(line))
    throw refuse(index, 'text (binary patches are not supported; use a folder instead)');
  const mode = /^(new file|deleted file|new) mode (\d+)$/.exec(line);
  if (mode !== null) {
    if (!/^100(644|755|664|775)$/.test(mode[2] ?? '')) throw refuse(index, 'a regular file');
    header.isNew ||= mode[1] === 'new file';
    header.isDeleted ||= mode[1] === 'deleted file';
    header.executable = /^1007/.test(mode[2] ?? '');
  }
  const name = /^(?:rename|copy) (from|to) (.*)$/.exec(line);
  if (name === null) return;
  if (line.startsWith('copy ')) throw refuse(index, 'no copied file (write the copy as a new file)');
  header[name[1] as 'from' | 'to'] = unquoteBytes(name[2] ?? '');
}

// only used if no other header names the file; both names are then equal
function readNames(header: Header, names: string): void {
  const quoted = /^("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*")$/.exec(names);
  const half = (names.length - 1) / 2;
  const [a, b] = quoted ? [quoted[1], quoted[2]] : [names.slice(0, half), names.slice(half + 1)];
  if (stripPrefix(unquoteBytes(a ?? '')) !== stripPrefix(unquoteBytes(b ?? ''))) return;
  header.from = header.to = stripPrefix(unquoteBytes(a ?? ''));
}

function readName(line: string): string | null {
  // other tools than git may add a tab and a timestamp after the name
  const name = unquoteBytes(line.slice(4).replace(/\t.*$/, '').replace(/\r$/, ''));
  return name === '/dev/null' ? null : stripPrefix(name);
}

const stripPrefix = (name: string): string => name.replace(/^[ab]\//, '');

function parseHunk(lines: readonly string[], start: number): { hunk: Hunk; next: number } {
  const numbers = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(lines[start] ?? '');
  if (numbers === null) throw refuse(start, 'the line numbers of a hunk');
  const counts = { before: Number(numbers[2] ?? 1), after: Number(numbers[3] ?? 1) };
  const [before, after]: [string[], string[]] = [[], []];
  let index = start + 1;
  for (; before.length < counts.before || after.length < counts.after || lines[index]?.startsWith('\\'); index++) {
    const line = lines[index] ?? '';
    const [mark, rest] = [line[0] ?? ' ', `${line.slice(1)}\n`];
    if (index >= lines.length || !' +-\\'.includes(mark)) throw refuse(index, 'a hunk line');
    if (mark === '\\') dropLineEnd([before, after], lines[index - 1]?.[0]);
    if (mark === ' ' || mark === '-') before.push(rest);
    if (mark === ' ' || mark === '+') after.push(rest);
  }
  if (before.length !== counts.before || after.length !== counts.after)
    throw refuse(start, `${counts.before} lines before and ${counts.after} after`);
  return { hunk: { start: Number(numbers[1]), before, after }, next: index };
}

function dropLineEnd([before, after]: readonly [string[], string[]], mark: string | undefined): void {
  const cut = (side: string[]): void => {
    side.push((side.pop() ?? '').replace(/\n$/, ''));
  };
  if (mark !== '+') cut(before);
  if (mark !== '-') cut(after);
}

const refuse = (index: number, expected: string): AssayError =>
  new AssayError('invalid_input', `Expected ${expected} at line ${index + 1} of the patch`);
