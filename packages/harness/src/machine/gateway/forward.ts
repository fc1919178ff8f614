import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream';
import { readServiceErrorMessage } from './error-words.ts';
import { forwardedHeaders } from './headers.ts';
import { createMask, insertKeys, maskKeys } from './keys.ts';
import type { OpenCall } from './meter.ts';
import { sendRejection } from './rejected-request.ts';
import type { Route } from './route.ts';
import { createReplyReader } from './usage.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Forwards a request and streams its answer back. Reports the exchange to `call`. */
export function forward(exchange: Exchange, { route, call }: { route: Route; call: OpenCall | null }): void {
  const { request, response } = exchange;
  const answered: Answered = { status: null, bytes: 0, refusal: '' };
  const fail = (cause: unknown): void => {
    const refusal = unreachable(route, cause);
    call?.end({ status: answered.status ?? 502, bytes: answered.bytes, whole: false, error: refusal.message });
    if (!response.headersSent) sendRejection(response, refusal);
    else if (!response.writableEnded) response.destroy();
  };
  let upstream: ClientRequest;
  try {
    upstream = start(request, route);
  } catch (cause) {
    // an invalid header, such as a key with a line break
    fail(cause);
    return;
  }
  upstream.on('error', fail);
  // a connection that the service upgrades is closed without an error
  upstream.on('close', () => {
    if (!response.headersSent) fail('it closed the connection without an answer');
  });
  upstream.on('response', (answer) => {
    try {
      carryBack(answer, { response, route, call, answered });
    } catch (cause) {
      // an answer that cannot be forwarded, such as one with an invalid status
      upstream.destroy();
      fail(cause);
    }
  });
  response.on('close', () => {
    if (response.writableFinished) return;
    upstream.destroy();
    call?.end({ ...describeAnswer(answered, route), whole: false });
  });
  const { keys } = route;
  const hasKey = [route.url.search, ...Object.values(upstream.getHeaders()).map(String)].some((value) =>
    [...keys.values()].some((key) => value.includes(key) || value.includes(encodeURIComponent(key))),
  );
  if (call !== null && (keys.size === 0 || hasKey)) collectBody(request, call.sent);
  request.pipe(upstream);
}

const LONGEST_BODY = 64 * 1024 * 1024;

function collectBody(request: IncomingMessage, onEnd: (body: Buffer | null) => void): void {
  let [size, chunks]: [number, Buffer[]] = [0, []];
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= LONGEST_BODY) chunks.push(chunk);
    else chunks = [];
  });
  request.on('end', () => onEnd(size <= LONGEST_BODY ? Buffer.concat(chunks) : null));
}

/** The part of the answer received so far. */
interface Answered {
  status: number | null;
  bytes: number;
  /** The start of an error body. */
  refusal: string;
}

function describeAnswer({ status, bytes, refusal }: Answered, { keys }: Route) {
  const error = readServiceErrorMessage(maskKeys(refusal, keys));
  return { status, bytes, ...(error === null ? {} : { error }) };
}

function start(request: IncomingMessage, { url, keys, to_service }: Route): ClientRequest {
  const headers: OutgoingHttpHeaders = {
    ...forwardedHeaders(request, (value) => insertKeys(value, keys)),
    host: url.host,
    // tokens can only be read from uncompressed answers
    ...(to_service ? { 'accept-encoding': 'identity' } : {}),
  };
  if (request.headers['transfer-encoding'] !== undefined) {
    // explicit, or a body without a length could be read as the next request (smuggling)
    headers['transfer-encoding'] = 'chunked';
    delete headers['content-length'];
  }
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  // no keep-alive: the service may close a reused connection just as a request is sent, and a streamed body
  // cannot be sent again
  return send(url, { method: request.method, headers, agent: false });
}

interface Return {
  readonly response: ServerResponse;
  readonly route: Route;
  readonly call: OpenCall | null;
  readonly answered: Answered;
}

function carryBack(answer: IncomingMessage, { response, route, call, answered }: Return): void {
  const status = answer.statusCode ?? 502;
  response.writeHead(
    status,
    forwardedHeaders(answer, (value) => maskKeys(value, route.keys)),
  );
  answered.status = status;
  const isError = status >= 400;
  // a client may leave once it sees an error status: send the body along with it
  if (!isError) response.flushHeaders();
  const reader = createReplyReader(answer.headers['content-type'] ?? '', {
    onFacts: (facts) => call?.observe(facts),
    onCall: (asked) => call?.called(asked),
  });
  answer.on('data', (chunk: Buffer) => {
    answered.bytes += chunk.length;
    if (!isError) call?.heard();
    else if (answered.refusal.length < LONGEST_ERROR) answered.refusal += chunk.toString('utf8');
    if (call !== null) reader.read(chunk);
  });
  answer.on('end', () => reader.end());
  pipeline(answer, createMask(route.keys), response, (error) => {
    call?.end({ ...describeAnswer(answered, route), whole: !error });
  });
}

const LONGEST_ERROR = 16_384;

function unreachable({ url }: Route, cause: unknown) {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return {
    status: 502,
    code: 'service_unavailable',
    message: `${url.origin} could not be reached: ${reason}`,
  } as const;
}
