/** One server-sent event. */
export interface StreamEvent {
  /** Default: `message`. */
  readonly event: string;
  readonly data: string;
  /** Id to resume after; empty if the server never sent one. */
  readonly id: string;
}

interface EventReader {
  /** The events completed by this chunk. */
  read(text: string): StreamEvent[];
  /** Reconnection delay requested by the server. */
  readonly retry_ms: number | undefined;
}

/** Maximum characters per event, so that an endless event cannot fill the memory. */
const LONGEST = 4 * 1024 * 1024;

/** Reads server-sent events from text chunks that may be split anywhere. */
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
      // a carriage return at the end may be the first half of CRLF
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() as string;
      for (const line of lines) {
        const complete = readLine(line);
        if (complete !== undefined) events.push(complete);
      }
      if (size + rest.length > LONGEST)
        throw new RangeError(`Expected events of at most ${LONGEST} characters, got a longer one`);
      return events;
    },
  };
}
