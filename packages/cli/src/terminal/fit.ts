import stringWidth from 'fast-string-width';

let segmenter: Intl.Segmenter | undefined;

// made when needed: it costs as much as starting Node
function splitGraphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** The columns that text takes in a terminal: two for an emoji or a Chinese character. */
export const widthOnScreen = (text: string): number => stringWidth(text);

/** The start of a text that fits into `width` columns, without cutting a character in half. */
export function cut(text: string, width: number): string {
  // most text is plain
  if (text.length <= width && widthOnScreen(text) <= width) return text;
  let taken = 0;
  let columns = 0;
  for (const { segment } of splitGraphemes(text.slice(0, LONGEST_GRAPHEME * Math.max(1, width)))) {
    columns += widthOnScreen(segment);
    if (columns > width) break;
    taken += segment.length;
  }
  return text.slice(0, taken);
}

// a grapheme can have any length; more than this is not text
const LONGEST_GRAPHEME = 32;

/** Text padded to `width` columns. */
export const pad = (text: string, width: number): string =>
  `${text}${' '.repeat(Math.max(0, width - widthOnScreen(text)))}`;

/** Text on one line, truncated to `most` columns. */
export function shorten(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const start = cut(line, most);
  return start === line ? line : `${cut(line, most - 1)}…`;
}

/** Text as lines of up to `width` columns, broken between words if possible. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text
    .split(/\s+/)
    .filter((part) => part !== '')
    .flatMap((part) => chop(part, width))) {
    if (line !== '' && widthOnScreen(line) + 1 + widthOnScreen(word) > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

function chop(word: string, width: number): string[] {
  const parts: string[] = [];
  for (let rest = word; rest !== ''; ) {
    // one character may be wider than the line
    const part = cut(rest, width) || (splitGraphemes(rest)[Symbol.iterator]().next().value?.segment ?? rest);
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return parts;
}
