import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange } from './http-exchange.ts';
import { createEventReader } from './read-events.ts';
import { readMessages } from './read-messages.ts';
import type { ProxiedOptions } from './stdio-streams.ts';

/** A server behind a URL. */
export interface HttpOptions extends ProxiedOptions {
  readonly url: URL;
  /** What to send along, such as a key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** No message is larger than this, in either direction. */
export const MOST_MESSAGE_BYTES = 64 * 1024 * 1024;
export const RETRY_MS = 1_000;
const FAREWELL_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
const MOST_TRIES = 5;

/** What the server told of the session, and of how to come back to it. */
export interface Session {
  id: string | undefined;
  protocol: string | undefined;
  retry_ms: number;
  isListening: boolean;
}

export interface Link extends HttpOptions {
  readonly session: Session;
  readonly stop: AbortSignal;
  readonly say: (line: Buffer) => void;
}

interface Streamed {
  /** The last message, and the last place that was told. */
  readonly last: string;
  readonly id: string | undefined;
}

/** Tells the messages of a stream one by one, until it ends or is cut off. */
export async function readStream({ say, session, stop, tell }: Link, response: IncomingMessage): Promise<Streamed> {
  let last = '';
  let place: string | undefined;
  const reader = createEventReader({
    most_characters: MOST_MESSAGE_BYTES,
    onRetry: (ms) => {
      session.retry_ms = Math.min(ms, LONGEST_RETRY_MS);
    },
    onTooLarge: () => tell(`passed over a message above ${MOST_MESSAGE_BYTES} characters`),
    onEvent: ({ data, id }) => {
      place = id ?? place;
      if (data.trim() === '') return;
      last = data;
      say(toLine(Buffer.from(data)));
    },
  });
  try {
    for await (const chunk of response) {
      reader.push(chunk);
      // a client that does not read is not read for
      if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain', { signal: stop });
    }
  } catch {
    // cut off: the caller sees that there is no answer
  }
  return { last, id: place };
}

/** Asks for the rest of an answer that was cut off, from a place on; whether the end of it came. */
export async function resume(link: Link, id: string): Promise<boolean> {
  let place = id;
  for (let tries = 0; tries < MOST_TRIES && !link.stop.aborted; tries++) {
    await sleep(link.session.retry_ms, undefined, { signal: link.stop, ref: false });
    try {
      const response = await openStream(link, place);
      if (response === undefined) return false;
      const streamed = await readStream(link, response);
      if (isAnswer(streamed.last)) return true;
      // it is still at it, so that this was no failure
      if (streamed.id !== undefined && streamed.id !== place) tries = 0;
      place = streamed.id ?? place;
    } catch {
      // not there at the moment: once more
    }
  }
  return false;
}

/** What the server says unasked: on a stream of its own, for as long as it offers one. */
export function listen(link: Link): void {
  const { session, stop } = link;
  if (session.isListening) return;
  session.isListening = true;
  const follow = async (): Promise<void> => {
    let place: string | undefined;
    for (let failures = 0; !stop.aborted; ) {
      try {
        const response = await openStream(link, place);
        if (response === undefined) return;
        place = (await readStream(link, response)).id ?? place;
        failures = 0;
      } catch {
        failures++;
      }
      await sleep(Math.min(LONGEST_RETRY_MS, session.retry_ms * 2 ** failures), undefined, {
        signal: stop,
        ref: false,
      });
    }
  };
  follow().catch(() => undefined);
}

async function openStream(link: Link, place: string | undefined): Promise<IncomingMessage | undefined> {
  const headers = {
    ...headersOf(link),
    accept: 'text/event-stream',
    ...(place === undefined ? {} : { 'last-event-id': place }),
  };
  const response = await exchange({ method: 'GET', url: link.url, headers, signal: link.stop });
  const isStream = headerOf(response, 'content-type')?.startsWith('text/event-stream');
  if (response.statusCode === 200 && isStream) return response;
  response.resume();
  if ((response.statusCode ?? 0) >= 500) throw new Error(`found ${response.statusCode}`);
  // not offered, or the session is over
  return undefined;
}

/** Ends the session, where there is one. */
export async function sayGoodbye(link: Link): Promise<void> {
  if (link.session.id === undefined) return;
  const signal = AbortSignal.timeout(FAREWELL_MS);
  // a courtesy: a server that does not take it ends the session by itself some day
  await exchange({ method: 'DELETE', url: link.url, headers: headersOf(link), signal }).then(
    (response) => response.resume(),
    () => undefined,
  );
}

/** What goes with every request. */
export function headersOf({ headers, session }: Link): Record<string, string> {
  return {
    ...headers,
    ...(session.id === undefined ? {} : { 'mcp-session-id': session.id }),
    ...(session.protocol === undefined ? {} : { 'mcp-protocol-version': session.protocol }),
  };
}

/** Whether a message answers something. */
export const isAnswer = (text: string): boolean => {
  const bytes = Buffer.from(text);
  const line = readMessages({ bytes, size: bytes.length, at: 0, envelope: null });
  return line?.messages.some(({ kind }) => kind === 'answer') ?? false;
};

// between the tokens of JSON an end of a line is as good as a space, and inside of them it cannot be
export const toLine = (body: Buffer): Buffer => {
  const line = Buffer.concat([body, Buffer.from('\n')]);
  for (let i = 0; i < line.length - 1; i++) if (line[i] === 0x0a || line[i] === 0x0d) line[i] = 0x20;
  return line;
};

export const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};
