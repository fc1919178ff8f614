const OPENING = 0x5b;
const CLOSING = 0x5d;
const BACKSLASH = 0x5c;
const HYPHEN = 0x2d;
const COLON = 0x3a;
const NEGATIONS: ReadonlySet<number | undefined> = new Set([0x21, 0x5e]);
const ALL_BYTES = Array.from({ length: 256 }, (_, byte) => byte);

type Bytes = readonly number[];

/** Parses a set from after its opening bracket to its closing one; null when it is malformed. */
export function parseSet(pattern: Bytes, from: number): { members: ReadonlySet<number>; end: number } | null {
  const negated = NEGATIONS.has(pattern[from]);
  const members = new Set<number>();
  let at = negated ? from + 1 : from;
  let low: number | null = null;
  // a closing bracket in first position is a member
  for (let first = true; first || pattern[at] !== CLOSING; first = false, at++) {
    const member = readMember(pattern, { at, low });
    if (member === null) return null;
    for (const byte of member.bytes) members.add(byte);
    at = member.last;
    low = member.low;
  }
  return { members: negated ? new Set(ALL_BYTES.filter((byte) => !members.has(byte))) : members, end: at };
}

interface Member {
  readonly bytes: readonly number[];
  /** Index of its last byte. */
  readonly last: number;
  /** A possible start of a range; null after a range or a class. */
  readonly low: number | null;
}

function readMember(pattern: Bytes, { at, low }: { at: number; low: number | null }): Member | null {
  const byte = pattern[at];
  const next = pattern[at + 1];
  if (byte === undefined) return null;
  if (byte === BACKSLASH) return next === undefined ? null : { bytes: [next], last: at + 1, low: next };
  if (byte === HYPHEN && low !== null && next !== undefined && next !== CLOSING) {
    const last = next === BACKSLASH ? at + 2 : at + 1;
    const high = pattern[last];
    return high === undefined ? null : { bytes: rangeOf(low, high), last, low: null };
  }
  return byte === OPENING && next === COLON ? readClass(pattern, at) : { bytes: [byte], last: at, low: byte };
}

function readClass(pattern: Bytes, at: number): Member | null {
  const end = pattern.indexOf(CLOSING, at + 2);
  if (end === -1) return null;
  // without a closing colon it is an ordinary bracket
  if (end < at + 3 || pattern[end - 1] !== COLON) return { bytes: [OPENING], last: at, low: OPENING };
  const bytes = CLASSES.get(String.fromCodePoint(...pattern.slice(at + 2, end - 1)));
  return bytes === undefined ? null : { bytes, last: end, low: null };
}

const rangeOf = (low: number, high: number): number[] => ALL_BYTES.slice(low, high + 1);

const classOf = (members: RegExp): number[] => ALL_BYTES.filter((byte) => members.test(String.fromCodePoint(byte)));

// ASCII only, whatever the locale
const CLASSES: ReadonlyMap<string, readonly number[]> = new Map([
  ['alnum', classOf(/[a-z\d]/i)],
  ['alpha', classOf(/[a-z]/i)],
  ['blank', classOf(/[ \t]/)],
  ['cntrl', classOf(/[^ -~\x80-\xff]/)],
  ['digit', classOf(/\d/)],
  ['graph', classOf(/[!-~]/)],
  ['lower', classOf(/[a-z]/)],
  ['print', classOf(/[ -~]/)],
  ['punct', classOf(/[!-/:-@[-`{-~]/)],
  ['space', classOf(/[ \t\n\r]/)],
  ['upper', classOf(/[A-Z]/)],
  ['xdigit', classOf(/[\da-f]/i)],
]);
