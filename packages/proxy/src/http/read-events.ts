import { createParser } from 'eventsource-parser';

/** One server-sent event. */
interface ServerEvent {
  readonly data: string;
  /** The last id the server has sent, with this event or before it. */
  readonly id: string | undefined;
}

interface EventOptions {
  readonly most_characters: number;
  readonly onEvent: (event: ServerEvent) => void;
  /** The server asks for a pause before the next connection. */
  readonly onRetry: (ms: number) => void;
  /** An event was too large to be kept and is skipped. */
  readonly onTooLarge: () => void;
}

/** Reads a stream of server-sent events, however it is cut into chunks. */
export function createEventReader({ most_characters, onEvent, onRetry, onTooLarge }: EventOptions) {
  const decoder = new TextDecoder();
  let last_id: string | undefined;
  let isTooLarge = false;
  let isOverflow = false;
  let endsWithReturn = false;

  const parser = createParser({
    maxBufferSize: most_characters,
    onRetry,
    onEvent({ data, id }) {
      last_id = id ?? last_id;
      if (isTooLarge || data.length > most_characters) onTooLarge();
      else onEvent({ data, id: last_id });
      isTooLarge = false;
    },
    onError({ type }) {
      isOverflow ||= type === 'max-buffer-size-exceeded';
    },
  });
  const skipEvent = (endsLine: boolean): void => {
    isOverflow = false;
    isTooLarge = true;
    parser.reset();
    // what is left of the event ends as an event too, and what is left of the line is a comment
    parser.feed(endsLine ? 'data:\n' : 'data:\n:');
  };

  return {
    push(chunk: Uint8Array): void {
      let text = decoder.decode(chunk, { stream: true });
      if (text === '') return;
      // the parser waits for the next character after a carriage return; a newline needs no waiting
      if (endsWithReturn && text.startsWith('\n')) text = text.slice(1);
      endsWithReturn = text.endsWith('\r');
      const lines = text.replaceAll(/\r\n?/g, '\n');
      parser.feed(lines);
      if (isOverflow) skipEvent(lines.endsWith('\n'));
    },
  };
}
