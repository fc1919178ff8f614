import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGate } from '../inspect/gate.ts';
import { type IdText, readMessages } from '../messages/read-messages.ts';
import { createSplitter, type Piece } from '../messages/split-messages.ts';
import type { Ending } from '../stdio/server-process.ts';
import { exchange, readBody } from './http-exchange.ts';
import {
  closeSession,
  type HttpOptions,
  isAnswer,
  type Link,
  listen,
  MOST_MESSAGE_BYTES,
  RETRY_MS,
  readHeader,
  readStream,
  resume,
  type Session,
  sessionHeaders,
  toLine,
} from './http-streams.ts';

const UNREACHABLE = -32_000;

/** Connects standard input and output to a server behind a URL: each line is a request, each answer is a line. */
export async function proxyUrl(options: HttpOptions): Promise<Ending> {
  const { inspection, mode, tell, signals, grace_ms } = options;
  const interrupt = new AbortController();
  const over = new AbortController();
  signals.listen(() => interrupt.abort());
  const interrupted = AbortSignal.any([options.stop, interrupt.signal]);
  const stop = AbortSignal.any([interrupted, over.signal]);
  const session: Session = { id: undefined, protocol: undefined, retry_ms: RETRY_MS, isListening: false };
  const open = new Set<Promise<void>>();
  let turn: Promise<void> = Promise.resolve();

  const write = (bytes: Buffer): void => void process.stdout.write(bytes);
  const gate = mode === 'gate' ? createGate({ inspection, write, tell }) : undefined;
  const say = (line: Buffer): void => {
    if (gate !== undefined) gate.push(line);
    else {
      write(line);
      inspection.see('server', line);
    }
  };
  const link: Link = { ...options, session, stop, say };

  const splitter = createSplitter({
    keep: MOST_MESSAGE_BYTES,
    onPiece: (piece) => {
      // requests are sent in order; answers may come in any order
      turn = turn.then(
        () =>
          new Promise<void>((resolve) => {
            const done = post(link, piece, resolve).finally(resolve);
            open.add(done);
            void done.finally(() => open.delete(done));
          }),
      );
    },
  });
  process.stdin.on('data', (chunk: Buffer) => {
    inspection.see('client', chunk);
    splitter.push(chunk, performance.now());
  });
  process.stdout.on('error', () => over.abort());
  await Promise.race([
    new Promise<void>((resolve) => process.stdin.once('end', resolve).once('error', resolve)),
    new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true })),
  ]);
  splitter.end(performance.now());
  // open requests may still be answered until the grace period ends
  const answered = turn.then(() => Promise.all(open));
  await Promise.race([answered, sleep(grace_ms, undefined, { signal: stop, ref: false }).catch(() => undefined)]);
  over.abort();
  await gate?.end();
  await closeSession(link);
  process.stdin.destroy();
  return { code: interrupted.aborted ? 130 : 0 };
}

// never throws: a failure becomes an error answer to the request
async function post(link: Link, piece: Piece, onSent: () => void): Promise<void> {
  const { url, session, stop } = link;
  const kinds = readKinds(piece);
  if (piece.bytes === null) {
    refuse(link, piece, `expected a message of at most ${MOST_MESSAGE_BYTES} bytes, found ${piece.size}`);
    return;
  }
  try {
    const headers = {
      ...sessionHeaders(link),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    // the next message waits until a notification is delivered, but only until a request is sent
    const sent = kinds.isRequest ? { onSent } : {};
    const response = await exchange({ method: 'POST', url, headers, body: piece.bytes, signal: stop, ...sent });
    const { statusCode = 0 } = response;
    if (kinds.isInitialize) session.id = readHeader(response, 'mcp-session-id');
    if (statusCode >= 200 && statusCode < 300) await readAnswer(link, response, piece, kinds);
    else refuse(link, piece, await describeRefusal(response));
    if (kinds.isInitialized) listen(link);
  } catch (fault) {
    if (!stop.aborted) refuse(link, piece, `${url.origin} cannot be reached: ${(fault as Error).message}`);
  }
}

async function readAnswer(link: Link, response: IncomingMessage, piece: Piece, kinds: Kinds): Promise<void> {
  const say = (line: Buffer): void => {
    if (kinds.isInitialize) link.session.protocol ??= readProtocol(line);
    link.say(line);
  };
  const type = readHeader(response, 'content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    const { last, id } = await readStream({ ...link, say }, response);
    if (isAnswer(last) || !kinds.isRequest) return;
    // the stream broke: resume after the last event id, if there is one
    if (id !== undefined && (await resume({ ...link, say }, id))) return;
    refuse(link, piece, 'the server closed the stream before the answer was complete');
    return;
  }
  const body = await readBody(response, MOST_MESSAGE_BYTES);
  if (type.startsWith('application/json')) say(toLine(body));
  else if (kinds.isRequest) refuse(link, piece, `expected JSON or events, found ${type || 'no content type'}`);
}

interface Kinds {
  readonly isRequest: boolean;
  readonly isInitialize: boolean;
  readonly isInitialized: boolean;
}

function readKinds(piece: Piece): Kinds {
  const messages = readMessages(piece)?.messages ?? [];
  const has = (kind: string, method?: string): boolean =>
    messages.some((one) => one.kind === kind && (method === undefined || ('method' in one && one.method === method)));
  return {
    isRequest: has('request'),
    isInitialize: has('request', 'initialize'),
    isInitialized: has('notification', 'notifications/initialized'),
  };
}

// only requests get an answer, not notifications
function refuse({ say }: Link, piece: Piece, message: string): void {
  const ids: IdText[] = (readMessages(piece)?.messages ?? []).flatMap((one) =>
    one.kind === 'request' ? [one.id] : [],
  );
  const error = JSON.stringify({ code: UNREACHABLE, message });
  for (const id of ids) say(Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":${error}}\n`));
}

async function describeRefusal(response: IncomingMessage): Promise<string> {
  const body = await readBody(response, 65_536).catch(() => Buffer.alloc(0));
  const hint = response.statusCode === 401 ? '; pass its key with --header' : '';
  return `the server answered ${response.statusCode} ${body.toString('utf8').slice(0, 500)}`.trim() + hint;
}

function readProtocol(line: Buffer): string | undefined {
  try {
    const version: unknown = JSON.parse(line.toString('utf8'))?.result?.protocolVersion;
    return typeof version === 'string' && /^[\w.-]{1,40}$/.test(version) ? version : undefined;
  } catch {
    // not an answer to initialize: the server assumes a default version
    return undefined;
  }
}
