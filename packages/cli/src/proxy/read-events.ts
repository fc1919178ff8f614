import { StringDecoder } from 'node:string_decoder';

/** One server-sent event. */
interface ServerEvent {
  readonly data: string;
  readonly id: string | undefined;
}

interface EventOptions {
  readonly most_characters: number;
  readonly onEvent: (event: ServerEvent) => void;
  /** The server asks for a pause before anybody comes back. */
  readonly onRetry: (ms: number) => void;
  /** An event was larger than anybody wants to hold; it is passed over. */
  readonly onTooLarge: () => void;
}

/** Reads a stream of server-sent events as it comes, cut wherever it may be. */
export function createEventReader({ most_characters, onEvent, onRetry, onTooLarge }: EventOptions) {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let data: string[] = [];
  let size = 0;
  let id: string | undefined;
  let isTooLarge = false;
  let endedWithReturn = false;

  const dispatch = (): void => {
    if (isTooLarge) onTooLarge();
    else if (data.length > 0) onEvent({ data: data.join('\n'), id });
    data = [];
    size = 0;
    isTooLarge = false;
  };
  const takeLine = (line: string): void => {
    if (line === '') dispatch();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (field === 'data') addData(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d{1,9}$/.test(value)) onRetry(Number(value));
  };
  const addData = (value: string): void => {
    size += value.length + 1;
    if (size > most_characters) isTooLarge = true;
    if (isTooLarge) data = [];
    else data.push(value);
  };

  return {
    push(chunk: Buffer): void {
      let text = decoder.write(chunk);
      if (text === '') return;
      // the second half of an end of a line that was cut in two
      if (endedWithReturn && text.startsWith('\n')) text = text.slice(1);
      endedWithReturn = text.endsWith('\r');
      const lines = (rest + text).split(/\r\n|\r|\n/);
      rest = lines.pop() as string;
      if (rest.length > most_characters) {
        isTooLarge = true;
        // what is left of the line is still the same field
        rest = 'data:';
      }
      for (const line of lines) takeLine(line);
    },
  };
}
