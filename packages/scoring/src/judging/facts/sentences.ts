/** A sentence or list item, with the sentence that introduces it. */
interface Sentence {
  readonly text: string;
  /** The sentence above the list that ends in a colon; null outside of such lists. */
  readonly under: string | null;
}

const CODE_BLOCK = /^\s{0,8}(`{3,}|~{3,})/;
const HEADING = /^\s{0,3}#{1,6}\s/;
const QUOTE = /^\s{0,3}>/;
const ITEM = /^\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;
const SENTENCE_END = /(?<=[.!?])\s+(?=["'`(*]{0,3}[\p{Lu}\d`])/u;
const LONGEST_TEXT = 50_000;

/** The sentences of prose: paragraphs are split, list items are kept; code, headings and quotations are skipped. */
export function listSentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  let lines: string[] = [];
  let isItem = false;
  let fence: string | null = null;
  let under: string | null = null;
  const flush = (): void => {
    const whole = lines.join(' ').replace(/\s+/g, ' ').trim();
    lines = [];
    if (whole === '') return;
    const parts = whole.split(SENTENCE_END);
    if (!isItem) under = null;
    for (const part of parts) found.push({ text: part, under: isItem ? under : null });
    const last = parts.at(-1) ?? '';
    if (!isItem && last.endsWith(':')) under = last;
  };
  for (const line of text.slice(0, LONGEST_TEXT).split('\n')) {
    const mark = CODE_BLOCK.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    const item = ITEM.exec(line);
    if (mark !== undefined || item !== null || line.trim() === '' || HEADING.test(line) || QUOTE.test(line)) flush();
    if (mark !== undefined) fence = mark;
    else if (item !== null) {
      isItem = true;
      lines.push(line.slice(item[0].length));
    } else if (line.trim() !== '' && !HEADING.test(line) && !QUOTE.test(line)) {
      // a line directly after an item belongs to it
      if (lines.length === 0) isItem = false;
      lines.push(line);
    }
  }
  flush();
  return found;
}

/** Normalizes a sentence for comparison. */
export const sameSentence = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Shortens a sentence for quoting. */
export const quoteSentence = (text: string, max_chars: number): string =>
  text.length <= max_chars ? text : `${text.slice(0, max_chars - 1).trimEnd()}…`;
