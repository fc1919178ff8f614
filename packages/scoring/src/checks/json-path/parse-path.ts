import { CheckError } from '../check.ts';

/** What a step of a path selects from a value. */
export type Selector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly from: number | null; readonly to: number | null; readonly step: number }
  | { readonly kind: 'all' };

/** A step of a path: applies to the value itself, or also to everything below it. */
export interface Segment {
  readonly deep: boolean;
  readonly selectors: readonly Selector[];
}

const MOST_SEGMENTS = 50;
const NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff-]*/y;
const QUOTED = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/y;
const INTEGER = /-?(?:0|[1-9]\d{0,8})/y;

/**
 * Parses a JSON path of RFC 9535 without filters and functions: `$.orders[*].lines[0]['sku no']`, `$..price`, `$[1:3]`.
 */
export function parsePath(path: string): Segment[] {
  const reader = createReader(path);
  if (!reader.take('$')) throw reader.fault('$');
  const segments: Segment[] = [];
  while (!reader.done()) {
    if (segments.length === MOST_SEGMENTS) throw new CheckError(`expected a path of at most ${MOST_SEGMENTS} steps`);
    segments.push(readSegment(reader));
  }
  return segments;
}

type Reader = ReturnType<typeof createReader>;

function createReader(text: string) {
  let at = 0;
  return {
    done: () => at >= text.length,
    take(piece: string): boolean {
      if (!text.startsWith(piece, at)) return false;
      at += piece.length;
      return true;
    },
    match(pattern: RegExp): RegExpExecArray | null {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found !== null) at = pattern.lastIndex;
      return found;
    },
    skipBlanks() {
      while (text[at] === ' ') at += 1;
    },
    fault: (expected: string): CheckError =>
      new CheckError(
        `expected a JSON path with ${expected} at character ${at + 1}, found ${JSON.stringify(text.slice(at, at + 10))}`,
      ),
  };
}

function readSegment(reader: Reader): Segment {
  const deep = reader.take('..');
  if (!deep && reader.take('.')) return { deep, selectors: [readName(reader)] };
  if (reader.take('[')) return { deep, selectors: readBrackets(reader) };
  if (deep) return { deep, selectors: [readName(reader)] };
  throw reader.fault('a dot or a bracket');
}

function readName(reader: Reader): Selector {
  if (reader.take('*')) return { kind: 'all' };
  const name = reader.match(NAME)?.[0];
  if (name === undefined) throw reader.fault('a name or *');
  return { kind: 'name', name };
}

function readBrackets(reader: Reader): Selector[] {
  const selectors: Selector[] = [];
  do {
    reader.skipBlanks();
    selectors.push(readSelector(reader));
    reader.skipBlanks();
  } while (reader.take(','));
  if (!reader.take(']')) throw reader.fault(']');
  return selectors;
}

function readSelector(reader: Reader): Selector {
  if (reader.take('*')) return { kind: 'all' };
  const quoted = reader.match(QUOTED);
  if (quoted !== null) return { kind: 'name', name: readEscapes(quoted[1] ?? quoted[2] ?? '') };
  const from = readInteger(reader);
  if (!reader.take(':')) {
    if (from === null) throw reader.fault('a name in quotes, a number, a slice or *; filters are not supported');
    return { kind: 'index', index: from };
  }
  const to = readInteger(reader);
  const step = reader.take(':') ? readInteger(reader) : null;
  return { kind: 'slice', from, to, step: step ?? 1 };
}

function readInteger(reader: Reader): number | null {
  const found = reader.match(INTEGER)?.[0];
  return found === undefined ? null : Number(found);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

const readEscapes = (text: string): string =>
  text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, hex: string | undefined, character: string) =>
    hex === undefined ? (ESCAPES[character] ?? character) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
