import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMessages } from '../messages/read-messages.ts';
import type { ProxiedOptions } from '../proxied.ts';
import { exchange } from './http-exchange.ts';
import { createEventReader } from './read-events.ts';

export interface HttpOptions extends ProxiedOptions {
  readonly url: URL;
  /** Sent with every request, such as a key. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Size limit of messages in both directions. */
export const MOST_MESSAGE_BYTES = 64 * 1024 * 1024;
export const RETRY_MS = 1_000;
const FAREWELL_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
const MOST_TRIES = 5;

/** Session state from the server, needed to resume. */
export interface Session {
  id: string | undefined;
  protocol: string | undefined;
  retry_ms: number;
  isListening: boolean;
}

/** A conversation with a server behind a URL. `stop` ends it. */
export interface Link extends HttpOptions {
  readonly session: Session;
  readonly say: (line: Buffer) => void;
}

interface Streamed {
  /** The last message. */
  readonly last: string;
  /** The last event id. */
  readonly id: string | undefined;
}

/** Forwards the messages of a stream one by one until it ends or breaks. */
export async function readStream({ say, session, stop, tell }: Link, response: IncomingMessage): Promise<Streamed> {
  let last = '';
  let place: string | undefined;
  const reader = createEventReader({
    most_characters: MOST_MESSAGE_BYTES,
    onRetry: (ms) => {
      session.retry_ms = Math.min(ms, LONGEST_RETRY_MS);
    },
    onTooLarge: () => tell(`skipped a message of over ${MOST_MESSAGE_BYTES} characters`),
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
      // read no faster than the client does
      if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain', { signal: stop });
    }
  } catch {
    // broken stream: the caller sees that there is no answer
  }
  return { last, id: place };
}

/** Resumes a broken stream after the event with this id. Returns whether the answer arrived. */
export async function resume(link: Link, id: string): Promise<boolean> {
  let place = id;
  for (let tries = 0; tries < MOST_TRIES && !link.stop.aborted; tries++) {
    await sleep(link.session.retry_ms, undefined, { signal: link.stop, ref: false });
    try {
      const response = await openStream(link, place);
      if (response === undefined) return false;
      const streamed = await readStream(link, response);
      if (isAnswer(streamed.last)) return true;
      // progress: does not count as a failed attempt
      if (streamed.id !== undefined && streamed.id !== place) tries = 0;
      place = streamed.id ?? place;
    } catch {
      // unreachable: try again
    }
  }
  return false;
}

/** Opens the stream for messages without a request, if the server offers one. */
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
    ...sessionHeaders(link),
    accept: 'text/event-stream',
    ...(place === undefined ? {} : { 'last-event-id': place }),
  };
  const response = await exchange({ method: 'GET', url: link.url, headers, signal: link.stop });
  const isStream = readHeader(response, 'content-type')?.startsWith('text/event-stream');
  if (response.statusCode === 200 && isStream) return response;
  response.resume();
  if ((response.statusCode ?? 0) >= 500) throw new Error(`the server answered ${response.statusCode}`);
  // not offered, or the session is over
  return undefined;
}

/** Ends the session, if there is one. */
export async function closeSession(link: Link): Promise<void> {
  if (link.session.id === undefined) return;
  const signal = AbortSignal.timeout(FAREWELL_MS);
  // best effort: a server that does not support it ends the session by itself
  await exchange({ method: 'DELETE', url: link.url, headers: sessionHeaders(link), signal }).then(
    (response) => response.resume(),
    () => undefined,
  );
}

/** The headers of every request. */
export function sessionHeaders({ headers, session }: Link): Record<string, string> {
  return {
    ...headers,
    ...(session.id === undefined ? {} : { 'mcp-session-id': session.id }),
    ...(session.protocol === undefined ? {} : { 'mcp-protocol-version': session.protocol }),
  };
}

/** Whether a message is an answer. */
export const isAnswer = (text: string): boolean => {
  const bytes = Buffer.from(text);
  const line = readMessages({ bytes, size: bytes.length, at: 0, envelope: null });
  return line?.messages.some(({ kind }) => kind === 'answer') ?? false;
};

/** JSON on one line: between tokens a line break is as good as a space, and inside tokens it cannot occur. */
export const toLine = (body: Buffer): Buffer => {
  const line = Buffer.concat([body, Buffer.from('\n')]);
  for (let i = 0; i < line.length - 1; i++) if (line[i] === 0x0a || line[i] === 0x0d) line[i] = 0x20;
  return line;
};

export const readHeader = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};
