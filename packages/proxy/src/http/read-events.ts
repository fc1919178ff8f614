import { createParser } from 'eventsource-parser';

/** One server-sent event. */
interface ServerEvent {
  readonly data: string;
  /** The last id the server sent, with this event or before. */
  readonly id: string | undefined;
}

interface EventOptions {
  readonly most_characters: number;
  readonly onEvent: (event: ServerEvent) => void;
  /** The server requests a delay before reconnecting. */
  readonly onRetry: (ms: number) => void;
  /** An event was too large and is skipped. */
  readonly onTooLarge: () => void;
}

/** Reads server-sent events from chunks that may be split anywhere. */
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
    // the rest of the event is fed as a separate event, and the rest of the line as a comment
    parser.feed(endsLine ? 'data:\n' : 'data:\n:');
  };

  return {
    push(chunk: Uint8Array): void {
      let text = decoder.decode(chunk, { stream: true });
      if (text === '') return;
      // the parser would wait for the character after a carriage return; a newline avoids that
      if (endsWithReturn && text.startsWith('\n')) text = text.slice(1);
      endsWithReturn = text.endsWith('\r');
      const lines = text.replaceAll(/\r\n?/g, '\n');
      parser.feed(lines);
      if (isOverflow) skipEvent(lines.endsWith('\n'));
    },
  };
}
