import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGate } from './gate.ts';
import { exchange, readBody } from './http-exchange.ts';
import {
  type HttpOptions,
  headerOf,
  headersOf,
  isAnswer,
  type Link,
  listen,
  MOST_MESSAGE_BYTES,
  RETRY_MS,
  readStream,
  resume,
  type Session,
  sayGoodbye,
  toLine,
} from './http-streams.ts';
import { type IdText, readMessages } from './read-messages.ts';
import type { Ending } from './server-process.ts';
import { createSplitter, type Piece } from './split-messages.ts';

const UNREACHABLE = -32_000;

/** Stands between a client on our pipes and a server behind a URL: each line is a request, each answer a line. */
export async function proxyUrl(options: HttpOptions): Promise<Ending> {
  const { inspection, mode, tell, signal, grace_ms } = options;
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
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
      // in the order of the client; the answers come in theirs
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
  // what was asked is still answered, for a while
  const answered = turn.then(() => Promise.all(open));
  await Promise.race([answered, sleep(grace_ms, undefined, { signal: stop, ref: false }).catch(() => undefined)]);
  over.abort();
  await gate?.end();
  await sayGoodbye(link);
  process.stdin.destroy();
  return { code: signal.aborted ? 130 : 0 };
}

// nothing is thrown here: what goes wrong is an answer to whoever asked
async function post(link: Link, piece: Piece, onSent: () => void): Promise<void> {
  const { url, session, stop } = link;
  const kinds = kindsOf(piece);
  if (piece.bytes === null) {
    refuse(link, piece, `expected a message of at most ${MOST_MESSAGE_BYTES} bytes, found ${piece.size}`);
    return;
  }
  try {
    const headers = {
      ...headersOf(link),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    // a request may take its time; what only tells something is told before the next
    const sent = kinds.isRequest ? { onSent } : {};
    const response = await exchange({ method: 'POST', url, headers, body: piece.bytes, signal: stop, ...sent });
    const { statusCode = 0 } = response;
    if (kinds.isInitialize) session.id = headerOf(response, 'mcp-session-id');
    if (statusCode >= 200 && statusCode < 300) await readAnswer(link, response, piece, kinds);
    else refuse(link, piece, await describeRefusal(response));
    if (kinds.isInitialized) listen(link);
  } catch (fault) {
    if (!stop.aborted) refuse(link, piece, `${url.origin} cannot be reached: ${(fault as Error).message}`);
  }
}

async function readAnswer(link: Link, response: IncomingMessage, piece: Piece, kinds: Kinds): Promise<void> {
  const say = (line: Buffer): void => {
    if (kinds.isInitialize) link.session.protocol ??= protocolOf(line);
    link.say(line);
  };
  const type = headerOf(response, 'content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    const { last, id } = await readStream({ ...link, say }, response);
    if (isAnswer(last) || !kinds.isRequest) return;
    // the server hung up in the middle: it is asked where it left off, if it said where that is
    if (id !== undefined && (await resume({ ...link, say }, id))) return;
    refuse(link, piece, 'the server ended the answer before its end');
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

function kindsOf(piece: Piece): Kinds {
  const messages = readMessages(piece)?.messages ?? [];
  const has = (kind: string, method?: string): boolean =>
    messages.some((one) => one.kind === kind && (method === undefined || ('method' in one && one.method === method)));
  return {
    isRequest: has('request'),
    isInitialize: has('request', 'initialize'),
    isInitialized: has('notification', 'notifications/initialized'),
  };
}

// to each that asked; who only told something is told nothing
function refuse({ say }: Link, piece: Piece, message: string): void {
  const ids: IdText[] = (readMessages(piece)?.messages ?? []).flatMap((one) =>
    one.kind === 'request' ? [one.id] : [],
  );
  const error = JSON.stringify({ code: UNREACHABLE, message });
  for (const id of ids) say(Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":${error}}\n`));
}

async function describeRefusal(response: IncomingMessage): Promise<string> {
  const body = await readBody(response, 65_536).catch(() => Buffer.alloc(0));
  const hint = response.statusCode === 401 ? '; give its key with --header' : '';
  return `the server answered ${response.statusCode} ${body.toString('utf8').slice(0, 500)}`.trim() + hint;
}

function protocolOf(line: Buffer): string | undefined {
  try {
    const version: unknown = JSON.parse(line.toString('utf8'))?.result?.protocolVersion;
    return typeof version === 'string' && /^[\w.-]{1,40}$/.test(version) ? version : undefined;
  } catch {
    // not the answer to the first message: without its version the server assumes one
    return undefined;
  }
}
