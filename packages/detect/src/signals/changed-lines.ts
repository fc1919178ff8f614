/** A line of a text with its number, from 1. */
export interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

/**
 * Lines that one text has and the other has not, in linear time. Where the texts begin and end alike is left out first;
 * of the rest, a line counts as new as often as there is more of it than before. So a line that only moved is not new,
 * which is what is wanted here and what an edit script would not say.
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
