/** One event as it came over the wire. */
export interface StreamEvent {
  /** `message` unless the server names it. */
  readonly event: string;
  readonly data: string;
  /** What to continue after; empty if the server never said. */
  readonly id: string;
}

interface EventReader {
  /** The events that are complete with this piece of text. */
  read(text: string): StreamEvent[];
  /** How long the server asks to wait before the next connection. */
  readonly retry_ms: number | undefined;
}

/** The most text of one event; a stream that never ends one would fill the memory. */
const LONGEST = 4 * 1024 * 1024;

/** Reads server-sent events out of text that comes in pieces, cut anywhere. */
export function createEventReader(lastId = ''): EventReader {
  let rest = '';
  let size = 0;
  let [event, data, id]: [string, string[], string] = ['', [], lastId];
  let retry_ms: number | undefined;
  let started = false;

  const readLine = (line: string): StreamEvent | undefined => {
    if (line === '') {
      const complete = data.length === 0 ? undefined : { event: event || 'message', data: data.join('\n'), id };
      [event, data, size] = ['', [], 0];
      return complete;
    }
    size += line.length;
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d{1,9}$/.test(value)) retry_ms = Number(value);
    return undefined;
  };

  return {
    get retry_ms() {
      return retry_ms;
    },
    read(text) {
      const events: StreamEvent[] = [];
      rest += text;
      if (!started && rest !== '') {
        started = true;
        rest = rest.replace(/^\uFEFF/, '');
      }
      // a carriage return at the very end may be the first half of a line break
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() as string;
      for (const line of lines) {
        const complete = readLine(line);
        if (complete !== undefined) events.push(complete);
      }
      if (size + rest.length > LONGEST) throw new RangeError(`Expected events of at most ${LONGEST} characters`);
      return events;
    },
  };
}
