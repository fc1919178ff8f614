/** Shorter identifiers appear in every text. */
const SHORTEST_NAME = 6;
const SHORTEST_NUMBER = 3;
/** `a.ts` */
const SHORTEST_FILE = 4;
const LONGEST = 120;

/** Common words of code and prose that do not identify a source. */
const COMMON = new Set(
  `function return export import default string number boolean public private static interface extends
   implements package module require include namespace struct switch typeof undefined console
   object unknown readonly constructor before another because should would through without already
   changes change update create delete output result results project please current between
   description command content contents file_path old_string new_string pattern offset`
    .trim()
    .split(/\s+/),
);

/**
 * Visits tokens that may identify the source of a text: file names, identifiers and numbers. Stops when `visit` returns
 * true. Scanned by hand, because a regular expression may overflow the stack on a word of many megabytes.
 */
export function forEachToken(text: string, visit: (token: string) => boolean): void {
  let start = -1;
  let part = -1;
  for (let i = 0; i <= text.length; i++) {
    const unit = i < text.length ? text.charCodeAt(i) : 0;
    if (isWord(unit)) {
      if (start === -1) start = i;
      if (part === -1) part = i;
      continue;
    }
    if (part === -1) continue;
    if (emitPart(text, part, i, visit)) return;
    const isJoined = (unit === DOT || unit === DASH) && isWord(text.charCodeAt(i + 1));
    if (isJoined) {
      part = i + 1;
      continue;
    }
    if (start < part && isLength(i - start, SHORTEST_FILE) && visit(text.slice(start, i))) return;
    start = part = -1;
  }
}

const DOT = 0x2e;
const DASH = 0x2d;

// A-Z a-z 0-9 _ $
const isWord = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || isDigit(unit) || unit === 0x5f || unit === 0x24;

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

const isLength = (length: number, shortest: number): boolean => length >= shortest && length <= LONGEST;

function emitPart(text: string, start: number, end: number, visit: (token: string) => boolean): boolean {
  if (!isLength(end - start, SHORTEST_NUMBER)) return false;
  if (end - start < SHORTEST_NAME) for (let i = start; i < end; i++) if (!isDigit(text.charCodeAt(i))) return false;
  const token = text.slice(start, end);
  return !COMMON.has(token) && visit(token);
}
