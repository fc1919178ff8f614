import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly duration_ms: number;
  /** The bytes of the next request. */
  next(): Buffer;
}

export interface LoadResult {
  readonly requests: number;
  readonly per_second: number;
  /** Responses that were not 2xx. */
  readonly refused: number;
}

/**
 * Keeps the given number of connections busy, one request at a time each. Written by hand because client and server
 * share two cores: a client library would use as much CPU as the server.
 */
export async function load({ port, connections, duration_ms, next }: LoadOptions): Promise<LoadResult> {
  const started = performance.now();
  const until = started + duration_ms;
  const totals = { requests: 0, refused: 0 };
  await Promise.all(Array.from({ length: connections }, () => keepBusy({ port, next, until, totals })));
  const seconds = (performance.now() - started) / 1_000;
  return { ...totals, per_second: totals.requests / seconds };
}

interface Busy {
  readonly port: number;
  readonly next: () => Buffer;
  readonly until: number;
  readonly totals: { requests: number; refused: number };
}

function keepBusy({ port, next, until, totals }: Busy): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let pending: Buffer = Buffer.alloc(0);
  socket.on('connect', () => socket.write(next()));
  socket.on('error', reject);
  socket.on('close', () => resolve());
  socket.on('data', (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const head = pending.indexOf('\r\n\r\n');
    if (head < 0) return;
    const text = pending.toString('latin1', 0, head).toLowerCase();
    const at = text.indexOf('content-length: ');
    const length = Number.parseInt(text.slice(at + 16), 10);
    if (at < 0) return void socket.destroy(new Error(`expected a response with a content-length, found ${text}`));
    if (pending.length < head + 4 + length) return;
    pending = Buffer.alloc(0);
    totals.requests++;
    if (text[9] !== '2') totals.refused++;
    if (performance.now() < until) socket.write(next());
    else socket.end();
  });
  return promise;
}

export function requestBytes({
  method,
  path,
  key,
  body = '',
}: {
  method: string;
  path: string;
  key?: string;
  body?: string;
}): Buffer {
  const authorization = key === undefined ? '' : `Authorization: Bearer ${key}\r\n`;
  const content =
    method === 'GET' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${authorization}${content}\r\n${body}`);
}
