/** The comment and string syntax of a language. */
export interface Lexicon {
  readonly line_comments: readonly string[];
  /** A line comment starts only at the start of a word, as in a shell. */
  readonly comments_start_words?: boolean;
  readonly block_comments: readonly BlockComment[];
  /** The longest opening quote first, such as `"""` before `"`. */
  readonly strings: readonly Quote[];
  /** Whether `/` may start a regular expression, and a backtick a template. */
  readonly javascript?: boolean;
  /** Whether `'` starts a lifetime or a character, and `r#"` a raw string. */
  readonly rust?: boolean;
}

interface BlockComment {
  readonly open: string;
  readonly close: string;
  readonly nested?: boolean;
}

/** The syntax of a string. */
export interface Quote {
  readonly open: string;
  readonly close: string;
  /** Whether a backslash escapes the next character. */
  readonly escapes: boolean;
  /** Whether it may span lines; otherwise it ends with its line. */
  readonly multiline: boolean;
}

/** A range of a text; `end` is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A text of the same length and lines, with everything but code blanked. */
export interface MaskedCode {
  /** Without comments and string contents; quotes are kept. */
  readonly code: string;
  /** Without comments. */
  readonly uncommented: string;
  readonly comments: readonly Range[];
}

/** Separates code from comments and strings in one pass. */
export function maskCode(text: string, lexicon: Lexicon): MaskedCode {
  const comments: Range[] = [];
  const strings: Range[] = [];
  const marks = startsOf(lexicon);
  marks.lastIndex = 0;
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    const found = readPart(text, { at: match.index, mark: match[0], lexicon });
    if (found !== null) (found.comment ? comments : strings).push({ start: found.start, end: found.end });
    // an empty string is skipped whole
    marks.lastIndex = found === null ? match.index + match[0].length : Math.max(found.next, match.index + 1);
  }
  const uncommented = blank(text, comments);
  return { code: blank(uncommented, strings), uncommented, comments };
}

/** A text with comments and string contents blanked. */
export const maskText = (text: string, lexicon: Lexicon): string => maskCode(text, lexicon).code;

interface Place {
  readonly at: number;
  readonly mark: string;
  readonly lexicon: Lexicon;
}

/** A comment or string; `next` is where code continues. */
interface Part extends Range {
  readonly comment: boolean;
  readonly next: number;
}

function readPart(text: string, { at, mark, lexicon }: Place): Part | null {
  const block = lexicon.block_comments.find(({ open }) => open === mark);
  if (block !== undefined) return comment(at, endOfBlock(text, at + mark.length, block));
  if (lexicon.line_comments.includes(mark)) {
    if (lexicon.comments_start_words && /[^\s;&|(]/.test(text[at - 1] ?? '\n')) return null;
    const end = text.indexOf('\n', at);
    return comment(at, end === -1 ? text.length : end);
  }
  const string = lexicon.strings.find(({ open }) => open === mark);
  if (string !== undefined) return readString(text, at, string);
  if (mark === '`') return body(at + 1, skipTemplate(text, at));
  return mark === '/' ? readPattern(text, at) : readRust(text, at);
}

const comment = (start: number, end: number): Part => ({ start, end, next: end, comment: true });

const blockMarks = remember(
  ({ open, close, nested = false }: BlockComment) =>
    new RegExp([close, ...(nested ? [open] : [])].map(escapePattern).join('|'), 'g'),
);

function endOfBlock(text: string, from: number, block: BlockComment): number {
  const marks = blockMarks(block);
  marks.lastIndex = from;
  let depth = 1;
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    depth += match[0] === block.close ? -1 : 1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}

const body = (start: number, next: number): Part => ({ start, end: Math.max(start, next - 1), next, comment: false });

const stringStops = remember(
  ({ close, multiline, escapes }: Quote) =>
    new RegExp(`${escapes ? '\\\\[\\s\\S]|' : ''}${escapePattern(close)}${multiline ? '' : '|\\n'}`, 'g'),
);

function readString(text: string, at: number, quote: Quote): Part {
  const { open, close } = quote;
  const start = at + open.length;
  const stops = stringStops(quote);
  stops.lastIndex = start;
  for (let match = stops.exec(text); match !== null; match = stops.exec(text)) {
    if (match[0] === close) return { start, end: match.index, next: match.index + close.length, comment: false };
    // unclosed: code continues on the next line
    if (match[0] === '\n') return { start, end: match.index, next: match.index, comment: false };
  }
  return { start, end: text.length, next: text.length, comment: false };
}

const DEEPEST = 50;

// code in `${}` may contain templates; it is skipped as part of the string
function skipTemplate(text: string, at: number): number {
  const marks = /\\[\s\S]|`|\$\{|[{}]/g;
  const open: ('template' | 'code')[] = ['template'];
  marks.lastIndex = at + 1;
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    const inCode = open.at(-1) === 'code';
    if (match[0] === '`') {
      if (inCode) open.push('template');
      else open.pop();
    } else if (match[0] === '${' ? !inCode : match[0] === '{' && inCode) open.push('code');
    else if (match[0] === '}' && inCode) open.pop();
    if (open.length === 0) return match.index + 1;
    if (open.length > DEEPEST) break;
  }
  return text.length;
}

const BEFORE_PATTERN = /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|delete|void|throw|new|do|else))\s*$/;
const PATTERN = /\/(?:[^/\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\//y;

function readPattern(text: string, at: number): Part | null {
  if (!BEFORE_PATTERN.test(text.slice(Math.max(0, at - 40), at))) return null;
  PATTERN.lastIndex = at;
  const match = PATTERN.exec(text.length > at + 2000 ? text.slice(0, at + 2000) : text);
  return match === null ? null : body(at + 1, at + match[0].length);
}

const RUST_CHARACTER = /'(?:\\[^\n]{1,10}?|[^'\\\n])'/uy;
const RUST_RAW = /r(#*)"/y;

// a single quote starts a lifetime or a character
function readRust(text: string, at: number): Part | null {
  RUST_CHARACTER.lastIndex = at;
  const character = RUST_CHARACTER.exec(text);
  if (character !== null) return body(at + 1, at + character[0].length);
  RUST_RAW.lastIndex = at;
  const raw = RUST_RAW.exec(text);
  if (raw === null) return null;
  const start = at + raw[0].length;
  const end = text.indexOf(`"${raw[1]}`, start);
  const stop = end === -1 ? text.length : end;
  return { start, end: stop, next: Math.min(text.length, stop + 1 + (raw[1]?.length ?? 0)), comment: false };
}

const startsOf = remember(
  ({ line_comments, block_comments, strings, javascript = false, rust = false }: Lexicon): RegExp => {
    const marks = [
      ...[...block_comments.map(({ open }) => open), ...line_comments, ...strings.map(({ open }) => open)],
      ...(javascript ? ['`', '/'] : []),
      ...(rust ? ["'"] : []),
    ];
    const all = [...(rust ? ['\\br#*"'] : []), ...marks.map(escapePattern)];
    return new RegExp(all.length === 0 ? '(?!)' : all.join('|'), 'g');
  },
);

/** Caches one value per key. */
function remember<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function blank(text: string, ranges: readonly Range[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end } of ranges) {
    parts.push(
      text.slice(done, start),
      text.slice(start, end).replace(/[^\n\r]+/g, (line) => ' '.repeat(line.length)),
    );
    done = end;
  }
  parts.push(text.slice(done));
  return parts.join('');
}
