/** Makes a text safe to show. */
export type Clean = (text: string) => string;

// longer than the longest secret, so that a secret is never cut where it would stay visible
const MARGIN = 8192;
const LONGEST_MARK = 48;
const HEAD_SHARE = 0.6;

/** A part of a text, and whether that is all of it. */
interface Excerpt {
  readonly text: string;
  readonly whole: boolean;
}

interface Excerpting {
  readonly max_chars: number;
  readonly clean: Clean;
}

/**
 * A cleaned text, or its head and tail with a note of what is omitted between them. Never longer than `max_chars`.
 * Only the part that can be shown is cleaned, so a huge text costs no more than a long one.
 */
export function excerpt(text: string, { max_chars, clean }: Excerpting): Excerpt {
  const reach = max_chars + MARGIN;
  const long = text.length > 2 * reach;
  const head = clean(long ? text.slice(0, reach) : text);
  if (!long && head.length <= max_chars) return { text: head, whole: true };
  const tail = long ? clean(text.slice(-reach)) : head;
  const room = Math.max(0, max_chars - LONGEST_MARK);
  const top = takeHead(head, Math.floor(room * HEAD_SHARE));
  const bottom = takeTail(tail, Math.floor(room * (1 - HEAD_SHARE)));
  const lines = countLines(text) - countLines(top) - countLines(bottom);
  const mark = lines > 0 ? mention(lines, 'line') : mention(text.length - top.length - bottom.length, 'character');
  const parts = [top, mark, bottom].filter((part) => part !== '');
  return { text: parts.join('\n').slice(0, max_chars), whole: false };
}

/** The cleaned end of a text, from the start of a line if possible. */
export function excerptEnd(text: string, { max_chars, clean }: Excerpting): string {
  return takeTail(clean(text.slice(-(max_chars + MARGIN))), max_chars);
}

/** A cleaned text on one line; a name with line feeds cannot add lines. */
export const excerptLine = (text: string, { max_chars, clean }: Excerpting): string =>
  excerpt(text.replace(/\s+/g, ' '), { max_chars, clean }).text.replaceAll('\n', ' ');

const mention = (count: number, noun: string): string =>
  `[… ${Math.max(1, count)} ${noun}${count > 1 ? 's' : ''} omitted …]`;

// at a line end, unless that would lose more than half
function takeHead(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const end = text.lastIndexOf('\n', chars);
  return end > chars / 2 ? text.slice(0, end) : text.slice(0, chars);
}

function takeTail(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const from = text.length - chars;
  const start = text.indexOf('\n', from - 1) + 1;
  return start > 0 && start < from + chars / 2 ? text.slice(start) : text.slice(from);
}

function countLines(text: string): number {
  if (text === '') return 0;
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
