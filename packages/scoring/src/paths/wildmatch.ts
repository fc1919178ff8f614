/**
 * Patterns of `.gitignore` as in git's own matcher, byte by byte: `*` and `?` stop at `/`, two stars between slashes
 * match any folders or none, `\` escapes the next character, sets support ranges and classes.
 *
 * Never backtracks: all possible positions in the pattern are tracked at once. A path of n bytes takes at most n × the
 * length of the pattern steps.
 */
import { parseSet } from './wildmatch-set.ts';

const STAR = 0x2a;
const QUESTION_MARK = 0x3f;
const OPENING = 0x5b;
const BACKSLASH = 0x5c;
export const SLASH = 0x2f;

type Bytes = readonly number[];
/** `some` matches any bytes of one name, `all` any bytes; `maybe` may be skipped with the two tokens after it. */
type Token = number | 'one' | 'some' | 'all' | 'maybe' | ReadonlySet<number>;

/** For each prefix of a path up to a `/` or its end: whether the pattern matches. The topmost folder comes first. */
export type Wildmatch = (path: Bytes) => readonly boolean[];

/** Compiles a pattern; null for a malformed one, which matches nothing. */
export function compileWildmatch(pattern: Bytes): Wildmatch | null {
  const tokens = parsePattern(pattern);
  if (tokens === null) return null;
  const places = createPlaces(tokens);
  return (path) => {
    const matched: boolean[] = [];
    places.start();
    for (const byte of path) {
      if (byte === SLASH) matched.push(places.has(tokens.length));
      // no position left: longer prefixes cannot match either
      if (!places.step(byte)) return matched;
    }
    matched.push(places.has(tokens.length));
    return matched;
  };
}

function parsePattern(pattern: Bytes): readonly Token[] | null {
  const tokens: Token[] = [];
  // git compares the part before the first special character separately, and treats the rest like a start
  const start = pattern.findIndex((byte) => SPECIAL.has(byte));
  for (let at = 0; at < pattern.length; at++) {
    const byte = pattern[at] as number;
    if (byte === STAR) {
      const first = at;
      while (pattern[at + 1] === STAR) at++;
      tokens.push(...starsOf(pattern, { first, last: at, start }));
    } else if (byte === QUESTION_MARK) tokens.push('one');
    else if (byte === OPENING) {
      const set = parseSet(pattern, at + 1);
      if (set === null) return null;
      tokens.push(set.members);
      at = set.end;
    } else if (byte === BACKSLASH) {
      const escaped = pattern[++at];
      if (escaped === undefined) return null;
      tokens.push(escaped);
    } else tokens.push(byte);
  }
  return tokens;
}

const SPECIAL: ReadonlySet<number | undefined> = new Set([STAR, QUESTION_MARK, OPENING, BACKSLASH]);

function starsOf(pattern: Bytes, { first, last, start }: { first: number; last: number; start: number }): Token[] {
  const next = pattern[last + 1] === BACKSLASH && pattern[last + 2] === SLASH ? SLASH : pattern[last + 1];
  const whole = (first === start || pattern[first - 1] === SLASH) && (next === undefined || next === SLASH);
  if (first === last || !whole) return ['some'];
  return pattern[last + 1] === SLASH ? ['maybe', 'all'] : ['all'];
}

/** The positions in a pattern that the bytes so far can reach. */
function createPlaces(tokens: readonly Token[]) {
  // per position, the step at which it was last reached, so that nothing needs clearing between bytes
  const reached = new Array<number>(tokens.length + 3).fill(-1);
  let now: number[] = [];
  let spare: number[] = [];
  let steps = 0;
  const enter = (place: number): void => {
    if (reached[place] === steps) return;
    reached[place] = steps;
    now.push(place);
  };
  // skips tokens that may match nothing; the list grows during iteration
  const passOver = (): void => {
    for (const place of now) {
      const token = tokens[place];
      if (token === 'some' || token === 'all' || token === 'maybe') enter(place + 1);
      if (token === 'maybe') enter(place + 3);
    }
  };
  return {
    /** Resets to the start of the pattern. */
    start(): void {
      steps += 1;
      now.length = 0;
      enter(0);
      passOver();
    },
    has: (place: number): boolean => reached[place] === steps,
    /** Advances by one byte; false when no position is left. */
    step(byte: number): boolean {
      steps += 1;
      const before = now;
      now = spare;
      spare = before;
      now.length = 0;
      for (const place of before) {
        const token = tokens[place];
        if (token === 'all' || (token === 'some' && byte !== SLASH)) enter(place);
        else if (token !== undefined && accepts(token, byte)) enter(place + 1);
      }
      passOver();
      return now.length > 0;
    },
  };
}

function accepts(token: Token, byte: number): boolean {
  if (typeof token === 'number') return token === byte;
  if (token === 'one') return byte !== SLASH;
  return typeof token !== 'string' && byte !== SLASH && token.has(byte);
}
