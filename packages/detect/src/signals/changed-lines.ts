/** A line with its number, from 1. */
export interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

/**
 * Lines that only one of two texts has, in linear time. Skips the common start and end; in the rest, a line is new as
 * often as it occurs more than before. So a moved line is not new, unlike in an edit script.
 */
export function changedLines(
  before: string | null,
  after: string | null,
): { added: NumberedLine[]; removed: NumberedLine[] } {
  const [old, young] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start++;
  let same = 0;
  const most = Math.min(old.length, young.length) - start;
  while (same < most && old[old.length - 1 - same] === young[young.length - 1 - same]) same++;
  const left = { lines: old, start, end: old.length - same };
  const right = { lines: young, start, end: young.length - same };
  return { added: surplus(right, left), removed: surplus(left, right) };
}

interface Stretch {
  readonly lines: readonly string[];
  readonly start: number;
  readonly end: number;
}

function surplus(own: Stretch, other: Stretch): NumberedLine[] {
  const known = new Map<string, number>();
  for (let at = other.start; at < other.end; at++) {
    const text = other.lines[at] as string;
    known.set(text, (known.get(text) ?? 0) + 1);
  }
  const found: NumberedLine[] = [];
  for (let at = own.start; at < own.end; at++) {
    const text = own.lines[at] as string;
    const left = known.get(text) ?? 0;
    if (left > 0) known.set(text, left - 1);
    else found.push({ line: at + 1, text });
  }
  return found;
}

function linesOf(text: string | null): string[] {
  if (text === null || text === '') return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
