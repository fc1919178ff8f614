import { createParser } from 'eventsource-parser';

/** One event as it came over the wire. */
export interface StreamEvent {
  /** `message` if the server does not name it. */
  readonly event: string;
  readonly data: string;
  /** Continue after this one; empty if the server never sent an id. */
  readonly id: string;
}

interface EventReader {
  /** The events that this piece of text completes. */
  read(text: string): StreamEvent[];
  /** How long the server asks to wait before the next connection. */
  readonly retry_ms: number | undefined;
}

/** The longest event. Without a limit, a stream that never ends one would fill the memory. */
const LONGEST = 4 * 1024 * 1024;

/** Reads server-sent events from text that comes in pieces. */
export function createEventReader(lastId = ''): EventReader {
  let id = lastId;
  let retry_ms: number | undefined;
  let events: StreamEvent[] = [];
  const parser = createParser({
    maxBufferSize: LONGEST,
    onEvent(message) {
      id = message.id ?? id;
      events.push({ event: message.event ?? 'message', data: message.data, id });
    },
    onRetry(ms) {
      retry_ms = ms;
    },
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded') throw new RangeError(`Expected events of up to ${LONGEST} characters`);
    },
  });
  return {
    get retry_ms() {
      return retry_ms;
    },
    read(text) {
      events = [];
      parser.feed(text);
      return events;
    },
  };
}
