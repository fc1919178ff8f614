import type { AddressInfo } from 'node:net';
import { AssayError } from '@assay/schema';
import { createAdaptorServer } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, Hono } from 'hono';

export interface ListenOptions {
  readonly app: Pick<Hono, 'fetch'>;
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

export interface Listening {
  readonly url: string;
  /** Takes no more requests, and settles when those that were taken are answered. */
  close(): Promise<void>;
}

// requests that take longer than this to be answered after a stop are cut off
const LAST_ANSWERS_MS = 30_000;
// a caller who sends its headers drop by drop does not hold a connection for ever
const HEADERS_MS = 15_000;
const REQUEST_MS = 300_000;

/** Where a request comes from, as the socket says; headers that anyone can write are not believed. */
export function addressOf(context: Context): string {
  try {
    return getConnInfo(context).remote.address ?? 'somewhere';
  } catch {
    // no socket: a request made in process
    return 'somewhere';
  }
}

/** Answers requests on a port until it is closed. */
export async function listen({ app, host, port }: ListenOptions): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: 65_000 },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(unlistenable(error, { host, port })));
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      if ('closeIdleConnections' in server) server.closeIdleConnections();
      const cut = setTimeout(() => {
        if ('closeAllConnections' in server) server.closeAllConnections();
      }, LAST_ANSWERS_MS);
      await closed;
      clearTimeout(cut);
    },
  };
}

function unlistenable(error: Error, { host, port }: { host: string; port: number }): AssayError {
  const found = 'code' in error && error.code === 'EADDRINUSE' ? 'another program is using it' : error.message;
  return new AssayError('usage', `expected to listen on ${host}:${port}, found: ${found}; --port takes another`, {
    cause: error,
  });
}
