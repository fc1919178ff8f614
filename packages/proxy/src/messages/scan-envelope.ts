/** Id and method of a message; the id as JSON text, so that no number is rounded. */
export interface Envelope {
  readonly id: string | undefined;
  readonly method: string | undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
// longer than any real id or method
const LONGEST = 1024;

/**
 * Scans a message that is too large to keep, chunk by chunk, for its id and method, at any position in the outermost
 * object.
 */
export function createEnvelopeScanner(): { push(bytes: Uint8Array): void; read(): Envelope } {
  let depth = 0;
  let isArray = false;
  let inString = false;
  let escaped = false;
  let awaitsKey = false;
  let key: string | undefined;
  let captured: number[] | undefined;
  const found = new Map<string, string>();

  const settle = (): void => {
    const text = captured === undefined ? '' : Buffer.from(captured).toString('utf8').trim();
    captured = undefined;
    if (awaitsKey) key = readString(text);
    // the last one wins, as in JSON.parse
    else if ((key === 'id' || key === 'method') && text !== '') found.set(key, text);
  };
  const step = (byte: number): void => {
    const isOutermost = depth === 1 && !isArray;
    if (captured !== undefined && captured.length < LONGEST && (isOutermost || inString)) captured.push(byte);
    if (inString) {
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) inString = false;
      return;
    }
    switch (byte) {
      case QUOTE:
        inString = true;
        if (isOutermost && awaitsKey) captured = [byte];
        break;
      case COLON:
        if (!isOutermost) break;
        captured?.pop();
        settle();
        awaitsKey = false;
        captured = [];
        break;
      case COMMA:
        if (!isOutermost) break;
        captured?.pop();
        settle();
        awaitsKey = true;
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (depth === 0) isArray = byte === OPEN_BRACKET;
        else captured = undefined;
        depth++;
        if (depth === 1) awaitsKey = true;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (isOutermost) {
          captured?.pop();
          if (!awaitsKey) settle();
        }
        depth--;
        break;
    }
  };
  return {
    push(bytes) {
      for (const byte of bytes) step(byte);
    },
    read: () => ({ id: found.get('id'), method: readString(found.get('method') ?? '') }),
  };
}

function readString(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    // not a string, or truncated
    return undefined;
  }
}
