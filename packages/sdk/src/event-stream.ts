import { createParser } from 'eventsource-parser';

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
