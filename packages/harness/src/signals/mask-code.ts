import type { CodeLanguage, Quote } from './code-language.ts';

/** Part of a text, from its first character to the one after its last. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A text of the same length and the same lines, with blanks for what is no code. */
export interface MaskedCode {
  /** Without comments and without what strings say; their quotes are kept. */
  readonly code: string;
  /** Without comments. */
  readonly uncommented: string;
  readonly comments: readonly Range[];
}

/** Tells code from comments and strings, in one pass. */
export function maskCode(text: string, language: CodeLanguage): MaskedCode {
  const comments: Range[] = [];
  const strings: Range[] = [];
  const starts = startsOf(language);
  for (let match = starts.exec(text); match !== null; match = starts.exec(text)) {
    const found = readPart(text, { at: match.index, mark: match[0], language });
    if (found !== null) (found.comment ? comments : strings).push({ start: found.start, end: found.end });
    // an empty string is passed over whole
    starts.lastIndex = found === null ? match.index + match[0].length : Math.max(found.next, match.index + 1);
  }
  const uncommented = blank(text, comments);
  return { code: blank(uncommented, strings), uncommented, comments };
}

interface Place {
  readonly at: number;
  readonly mark: string;
  readonly language: CodeLanguage;
}

/** What starts at a place; `next` is where code goes on. */
interface Part extends Range {
  readonly comment: boolean;
  readonly next: number;
}

function readPart(text: string, place: Place): Part | null {
  const { at, mark, language } = place;
  const block = language.block_comments.find(([open]) => open === mark);
  if (block !== undefined) {
    const end = text.indexOf(block[1], at + mark.length);
    const stop = end === -1 ? text.length : end + block[1].length;
    return { start: at, end: stop, next: stop, comment: true };
  }
  if (language.line_comments.includes(mark)) {
    if (language.comments_start_words && /[^\s;&|(]/.test(text[at - 1] ?? '\n')) return null;
    const end = text.indexOf('\n', at);
    const stop = end === -1 ? text.length : end;
    return { start: at, end: stop, next: stop, comment: true };
  }
  const string = language.quotes.find(({ open }) => open === mark);
  if (string !== undefined) return readString(text, at, string);
  if (mark === '`') return body(at + 1, skipTemplate(text, at));
  if (mark === '/') return readPattern(text, at);
  return language.id === 'rust' ? readRust(text, at) : null;
}

const body = (start: number, next: number): Part => ({ start, end: Math.max(start, next - 1), next, comment: false });

function readString(text: string, at: number, { open, close, multiline, escapes }: Quote): Part {
  const start = at + open.length;
  const stops = new RegExp(`${escapes ? '\\\\[\\s\\S]|' : ''}${escapePattern(close)}${multiline ? '' : '|\\n'}`, 'g');
  stops.lastIndex = start;
  for (let match = stops.exec(text); match !== null; match = stops.exec(text)) {
    if (match[0] === close) return { start, end: match.index, next: match.index + close.length, comment: false };
    // it does not end where it should: what follows is code again
    if (match[0] === '\n') return { start, end: match.index, next: match.index, comment: false };
  }
  return { start, end: text.length, next: text.length, comment: false };
}

const DEEPEST = 50;

// what stands in `${}` is code that may hold further templates; it is passed over as part of the string
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

// a single quote starts a lifetime as often as a character
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

function startsOf({ id, line_comments, block_comments, quotes, javascript }: CodeLanguage): RegExp {
  const marks = [...block_comments.map(([open]) => open), ...line_comments, ...quotes.map(({ open }) => open)];
  const extra = javascript ? ['`', '/'] : id === 'rust' ? ["'"] : [];
  const words = id === 'rust' ? ['\\br#*"'] : [];
  const all = [...words, ...[...marks, ...extra].map(escapePattern)];
  return new RegExp(all.length === 0 ? '(?!)' : all.join('|'), 'g');
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

function blank(text: string, ranges: readonly Range[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end } of ranges) {
    parts.push(
      text.slice(done, start),
      text.slice(start, end).replace(/[^\n]+/g, (line) => ' '.repeat(line.length)),
    );
    done = end;
  }
  parts.push(text.slice(done));
  return parts.join('');
}
