/** How comments and strings of a language are written. */
export interface Lexicon {
  readonly line_comments: readonly string[];
  readonly block_comments: readonly BlockComment[];
  /** The longest opening first, such as `"""` before `"`. */
  readonly strings: readonly Quote[];
}

interface BlockComment {
  readonly open: string;
  readonly close: string;
  readonly nested?: boolean;
}

interface Quote {
  readonly open: string;
  readonly close: string;
  /** Whether a backslash takes the next character with it. */
  readonly escapes: boolean;
  /** Whether it may run over lines; one that may not ends with its line. */
  readonly multiline: boolean;
}

/**
 * A text with its comments and the insides of its strings blanked out, and every other character where it was: what is
 * found in it is code.
 */
export function maskText(text: string, lexicon: Lexicon): string {
  const openings = openingsOf(lexicon);
  const kept: string[] = [];
  let from = 0;
  let at = 0;
  const blank = (start: number, end: number) => {
    kept.push(text.slice(from, start), text.slice(start, end).replace(/[^\n\r]/g, ' '));
    from = end;
  };
  while (at < text.length) {
    const opening = openings.get(text[at] as string)?.find(({ open }) => text.startsWith(open, at));
    if (opening === undefined) {
      at += 1;
      continue;
    }
    const { inside, next } = opening.end(text, at + opening.open.length);
    if (opening.comment) blank(at, next);
    else blank(at + opening.open.length, inside);
    at = next;
  }
  kept.push(text.slice(from));
  return kept.join('');
}

interface Opening {
  readonly open: string;
  readonly comment: boolean;
  /** Where what it opens ends, without and with what closes it. */
  end(text: string, from: number): { inside: number; next: number };
}

function openingsOf({ line_comments, block_comments, strings }: Lexicon): Map<string, Opening[]> {
  const all: Opening[] = [
    ...block_comments.map((block) => ({ open: block.open, comment: true, end: endOfBlock(block) })),
    ...line_comments.map((open) => ({ open, comment: true, end: endOfLine })),
    ...strings.map((quote) => ({ open: quote.open, comment: false, end: endOfString(quote) })),
  ];
  const openings = new Map<string, Opening[]>();
  for (const opening of all) {
    const first = opening.open[0] as string;
    openings.set(first, [...(openings.get(first) ?? []), opening]);
  }
  return openings;
}

function endOfLine(text: string, from: number): { inside: number; next: number } {
  const end = text.indexOf('\n', from);
  const next = end === -1 ? text.length : end;
  return { inside: next, next };
}

const endOfBlock =
  ({ open, close, nested = false }: BlockComment) =>
  (text: string, from: number) => {
    let depth = 1;
    for (let at = from; at < text.length; ) {
      if (text.startsWith(close, at)) {
        depth -= 1;
        if (depth === 0) return { inside: at, next: at + close.length };
        at += close.length;
      } else if (nested && text.startsWith(open, at)) {
        depth += 1;
        at += open.length;
      } else at += 1;
    }
    return { inside: text.length, next: text.length };
  };

const endOfString =
  ({ close, escapes, multiline }: Quote) =>
  (text: string, from: number) => {
    for (let at = from; at < text.length; at++) {
      if (escapes && text[at] === '\\') at += 1;
      else if (text.startsWith(close, at)) return { inside: at, next: at + close.length };
      else if (!multiline && text[at] === '\n') return { inside: at, next: at };
    }
    return { inside: text.length, next: text.length };
  };
