/** The position of a value in a text; `end` is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

// settings of some programs have comments
const SPACE = /(?:[ \t\r\n]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const SCALAR = /"(?:[^"\\]|\\.)*"|[^\s,\]}/]+/y;

/**
 * The members of the object at a key path, with the positions of their values, so that one value can be replaced
 * without changing another byte. The text must be JSON, with or without comments. Undefined if there is no such object.
 */
export function findMembers(text: string, path: readonly string[]): Map<string, Range> | undefined {
  let at = skipSpace(text, 0);
  for (const key of path) {
    if (text[at] !== '{') return undefined;
    const range = readMembers(text, at).get(key);
    if (range === undefined) return undefined;
    at = range.start;
  }
  return text[at] === '{' ? readMembers(text, at) : undefined;
}

/** The items of the list that starts at a position. */
export function findItems(text: string, open: number): Range[] {
  const items: Range[] = [];
  let at = skipSpace(text, open + 1);
  while (at < text.length && text[at] !== ']') {
    const end = skipValue(text, at);
    items.push({ start: at, end });
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return items;
}

/** The position of the document itself. */
export function findDocument(text: string): Range {
  const start = skipSpace(text, 0);
  return { start, end: skipValue(text, start) };
}

/** Where the comments and spaces from a position end. */
export const skipSpace = (text: string, at: number): number => skip(SPACE, text, at);

function readMembers(text: string, open: number): Map<string, Range> {
  const members = new Map<string, Range>();
  let at = skipSpace(text, open + 1);
  while (at < text.length && text[at] !== '}') {
    const keyEnd = skipScalar(text, at);
    const key = JSON.parse(text.slice(at, keyEnd)) as string;
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = skipValue(text, start);
    members.set(key, { start, end });
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return members;
}

// not recursive: a file may be nested deeper than the stack
function skipValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    at = skipSpace(text, at);
    const character = text[at];
    if (character === '{' || character === '[') {
      depth++;
      at++;
    } else if (character === '}' || character === ']') {
      depth--;
      at++;
    } else if (character === ',' || character === ':') at++;
    else at = skipScalar(text, at);
  } while (depth > 0 && at < text.length);
  return at;
}

const skipScalar = (text: string, at: number): number => skip(SCALAR, text, at);

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at + 1;
}
