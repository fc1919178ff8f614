import { readPatchedPath } from './quoted-name.ts';

/** The part of a patch about one file. */
export interface FilePatch {
  readonly path: string;
  readonly text: string;
  readonly added: number;
  readonly removed: number;
  /** Whether it has no content because the file is binary or large. */
  readonly bare: boolean;
}

export interface SplitPatch {
  readonly files: readonly FilePatch[];
  /** Whether the patch is truncated, as noted by the harness in its last line. */
  readonly cut: boolean;
}

const START = 'diff --git ';
const CUT = '[patch cut at ';
const CONTENT = '\n@@ ';
const BARE = /\n(?:Binary|Large) files /;

/**
 * Splits a patch into files in linear time. Only a line feed ends a line, and no content line can start like a header:
 * neither names nor contents of files can fake another file.
 */
export function splitPatch(patch: string): SplitPatch {
  const last = patch.lastIndexOf('\n', patch.length - 2) + 1;
  const cut = patch.startsWith(CUT, last);
  const whole = cut ? patch.slice(0, last) : patch;
  const files: FilePatch[] = [];
  let from = whole.startsWith(START) ? 0 : nextStart(whole, 0);
  if (from < 0) return { files: whole.trim() === '' ? [] : [readFile(whole)], cut };
  while (from >= 0) {
    const next = nextStart(whole, from);
    files.push(readFile(whole.slice(from, next < 0 ? undefined : next)));
    from = next;
  }
  return { files, cut };
}

const nextStart = (patch: string, from: number): number => {
  const found = patch.indexOf(`\n${START}`, from);
  return found < 0 ? -1 : found + 1;
};

function readFile(text: string): FilePatch {
  const content = text.indexOf(CONTENT);
  const head = content < 0 ? text : text.slice(0, content);
  const header = text.slice(0, lineEnd(text, 0));
  const counts = { added: 0, removed: 0 };
  if (content >= 0)
    for (let at = content + 1; at < text.length; at = lineEnd(text, at) + 1) {
      if (text[at] === '+') counts.added++;
      else if (text[at] === '-') counts.removed++;
    }
  return { path: readPatchedPath(header) ?? 'diff.patch', text, ...counts, bare: content < 0 && BARE.test(head) };
}

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
};

/** The added lines of a patch, consecutive lines together, with the line number they start at. */
export function* addedLines({ text }: FilePatch): Generator<{ line: number; text: string }> {
  let line = 0;
  let run: string[] = [];
  const content = text.indexOf(CONTENT);
  for (let at = content < 0 ? text.length : content + 1; at < text.length; ) {
    const end = lineEnd(text, at);
    const isAdded = text[at] === '+';
    if (isAdded) run.push(text.slice(at + 1, end));
    else if (run.length > 0) {
      yield { line: Math.max(1, line - run.length), text: run.join('\n') };
      run = [];
    }
    if (text[at] === '@') line = Number(HUNK.exec(text.slice(at, Math.min(end, at + LONGEST_HUNK_HEADER)))?.[1] ?? 1);
    else if (isAdded || text[at] === ' ') line++;
    at = end + 1;
  }
  if (run.length > 0) yield { line: Math.max(1, line - run.length), text: run.join('\n') };
}

const LONGEST_HUNK_HEADER = 100;
const HUNK = /^@@ -\d{1,15}(?:,\d{1,15})? \+(\d{1,15})/;
