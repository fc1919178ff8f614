/**
 * Globs as in Python's `fnmatch.fnmatchcase`, including its oddities: the whole path, case-sensitive; `*` matches any
 * characters and `?` any one, including `/`; `[seq]`, `[!seq]`; no braces, no escapes, no special dots.
 *
 * Never backtracks: each segment between two stars is matched at its first position. That loses no match, because a
 * star follows. A path of n characters takes at most n × the length of the pattern steps.
 */

const STAR = 0x2a;
const QUESTION_MARK = 0x3f;
const OPENING = 0x5b;
const CLOSING = 0x5d;
const EXCLAMATION_MARK = 0x21;
const HYPHEN = 0x2d;
// the hyphen of a range in a set, as opposed to a literal hyphen
const TO = -1;

// a code point above it takes two units of a string
const LAST_OF_ONE_UNIT = 0xffff;

/** Code points, as Python counts characters. */
type Points = readonly number[];
type Token = number | 'any' | CharacterSet;

interface CharacterSet {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [low: number, high: number])[];
}

/** Whether any of the patterns matches a path. The patterns are parsed once. */
export function compileGlobs(patterns: readonly string[]): (path: string) => boolean {
  const globs = patterns.map((pattern) => {
    const stretches = parseGlob(pointsOf(pattern));
    return { stretches, needed: findLongestText(stretches) };
  });
  return (path) => {
    let points: Points | undefined;
    // most paths contain nothing of most patterns
    return globs.some(({ stretches, needed }) => {
      if (!path.includes(needed)) return false;
      points ??= pointsOf(path);
      return matches(points, stretches);
    });
  };
}

/** Whether any of the patterns matches the path. */
export const matchesGlob = (path: string, patterns: readonly string[]): boolean => compileGlobs(patterns)(path);

/** The longest text that every match contains. */
function findLongestText(stretches: readonly (readonly Token[])[]): string {
  let longest = '';
  for (const stretch of stretches) {
    let run = '';
    for (const token of stretch) {
      run = typeof token === 'number' ? run + String.fromCodePoint(token) : '';
      if (run.length > longest.length) longest = run;
    }
  }
  return longest;
}

// a loop: every path of a repository passes here
function pointsOf(text: string): Points {
  const points: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at) as number;
    points.push(point);
    if (point > LAST_OF_ONE_UNIT) at++;
  }
  return points;
}

/** The segments between the stars; one more than there are stars. */
function parseGlob(pattern: Points): readonly (readonly Token[])[] {
  const stretches: Token[][] = [[]];
  const last = pattern.lastIndexOf(CLOSING);
  for (let at = 0; at < pattern.length; at++) {
    const point = pattern[at] as number;
    const stretch = stretches.at(-1) as Token[];
    if (point === STAR) stretches.push([]);
    else if (point === QUESTION_MARK) stretch.push('any');
    else if (point !== OPENING) stretch.push(point);
    else {
      const end = endOfSet(pattern, at + 1, last);
      stretch.push(end === null ? OPENING : parseSet(pattern.slice(at + 1, end)));
      at = end ?? at;
    }
  }
  return stretches;
}

// a bracket right after the opening, or after its `!`, is a member of the set
function endOfSet(pattern: Points, start: number, last: number): number | null {
  const first = pattern[start] === EXCLAMATION_MARK ? start + 1 : start;
  const from = pattern[first] === CLOSING ? first + 1 : first;
  return from > last ? null : pattern.indexOf(CLOSING, from);
}

function parseSet(members: Points): CharacterSet {
  const parts = joinRanges(members);
  const negated = parts[0] === EXCLAMATION_MARK;
  const ranges: (readonly [number, number])[] = [];
  for (let at = negated ? 1 : 0; at < parts.length; at++) {
    const low = parts[at] as number;
    if (low === TO) ranges.push([HYPHEN, HYPHEN]);
    else if (parts[at + 1] === TO) {
      ranges.push([low, parts[at + 2] as number]);
      at += 2;
    } else ranges.push([low, low]);
  }
  return { negated, ranges };
}

/**
 * The members with `TO` where a hyphen makes a range. A reversed range is removed with both its ends before the set is
 * checked for a `!`, as in Python.
 */
function joinRanges(members: Points): Points {
  const chunks = splitAtRanges(members);
  for (let at = chunks.length - 1; at > 0; at--) {
    const [left, right] = [chunks[at - 1] as Points, chunks[at] as Points];
    if ((left.at(-1) as number) > (right[0] as number))
      chunks.splice(at - 1, 2, [...left.slice(0, -1), ...right.slice(1)]);
  }
  return chunks.flatMap((chunk, at) => (at === 0 ? chunk : [TO, ...chunk]));
}

// a hyphen makes a range unless it is the first or last member, or one end belongs to the previous range
function splitAtRanges(members: Points): Points[] {
  const chunks: Points[] = [];
  let start = 0;
  let at = members.indexOf(HYPHEN, members[0] === EXCLAMATION_MARK ? 2 : 1);
  while (at >= 0 && at < members.length - 1) {
    chunks.push(members.slice(start, at));
    start = at + 1;
    at = members.indexOf(HYPHEN, at + 3);
  }
  chunks.push(members.slice(start));
  return chunks;
}

function matches(path: Points, stretches: readonly (readonly Token[])[]): boolean {
  const first = stretches[0] as readonly Token[];
  if (stretches.length === 1) return path.length === first.length && fits(path, first, 0);
  const last = stretches.at(-1) as readonly Token[];
  const end = path.length - last.length;
  if (end < first.length || !fits(path, first, 0) || !fits(path, last, end)) return false;
  let from = first.length;
  for (const stretch of stretches.slice(1, -1)) {
    while (from + stretch.length <= end && !fits(path, stretch, from)) from++;
    from += stretch.length;
    if (from > end) return false;
  }
  return true;
}

function fits(path: Points, stretch: readonly Token[], from: number): boolean {
  for (let at = 0; at < stretch.length; at++)
    if (!accepts(stretch[at] as Token, path[from + at] as number)) return false;
  return true;
}

function accepts(token: Token, point: number): boolean {
  if (typeof token === 'number') return token === point;
  if (token === 'any') return true;
  return token.ranges.some(([low, high]) => low <= point && point <= high) !== token.negated;
}
