import { AssayError } from '@assay/schema';

export interface JsonLimits {
  readonly max_values: number;
}

/** Counts the values and the names of fields in JSON, and limits how deep they are nested, before any becomes an object. */
export interface JsonScanner {
  /** Takes the next bytes. Throws if there are too many values, or if they are nested too deep. */
  add(chunk: Uint8Array): void;
  /** At most one more for each empty list or object. */
  readonly values: number;
}

// deeper than real data, and shallow enough for recursive code
const MAX_DEPTH = 256;

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,:[]{}');

/** Reads only what separates values. Whether the rest is JSON is for the parser to tell. */
export function createJsonScanner({ max_values }: JsonLimits): JsonScanner {
  let [values, depth, inText, isEscaped] = [1, 0, false, false];
  /** The position after the text that is open; the length if it goes on in the next bytes. */
  const skipText = (chunk: Uint8Array, from: number): number => {
    let at = from;
    if (isEscaped) {
      at++;
      isEscaped = false;
    }
    for (;;) {
      const start = at;
      const end = chunk.indexOf(QUOTE as number, at);
      at = end < 0 ? chunk.length : end;
      let backslashes = 0;
      while (at - backslashes > start && chunk[at - backslashes - 1] === BACKSLASH) backslashes++;
      const escapesNext = backslashes % 2 === 1;
      if (end < 0) {
        isEscaped = escapesNext;
        return at;
      }
      at++;
      if (escapesNext) continue;
      inText = false;
      return at;
    }
  };
  const open = (): void => {
    values++;
    if (++depth > MAX_DEPTH)
      throw new AssayError('invalid_input', `expected at most ${MAX_DEPTH} levels of nesting, found more`);
  };
  return {
    add(chunk) {
      let at = inText ? skipText(chunk, 0) : 0;
      while (at < chunk.length) {
        const byte = chunk[at++];
        if (byte === QUOTE) {
          inText = true;
          at = skipText(chunk, at);
        } else if (byte === COMMA || byte === COLON) values++;
        else if (byte === OPEN_LIST || byte === OPEN_OBJECT) open();
        else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
        if (values > max_values) throw tooManyValues(max_values);
      }
    },
    get values() {
      return values;
    },
  };
}

export const tooManyValues = (most: number): AssayError =>
  new AssayError('payload_too_large', `expected a body of at most ${most} values, found more`);

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a body; undefined when it is empty. */
export function readJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw new AssayError('invalid_json', `the body is not valid JSON in UTF-8: ${found}`, { cause: error });
  }
}
