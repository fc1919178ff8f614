import type { AddressInfo } from 'node:net';
import { AssayError } from '@assay/schema';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';

export interface ListenOptions {
  readonly app: Pick<Hono, 'fetch'>;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** The option that chooses the port. */
  readonly option?: string;
}

export interface Listening {
  readonly url: string;
  /** Stops accepting requests; settles when open requests are answered. */
  close(): Promise<void>;
}

// after a stop, requests still open after this time are cut off
export const LAST_ANSWERS_MS = 30_000;
// limits how long a client that sends headers slowly can hold a connection
const HEADERS_MS = 15_000;
const REQUEST_MS = 300_000;

/** Serves requests on a port until closed. */
export async function listen({ app, host, port, option = '--port' }: ListenOptions): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: 65_000 },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(unlistenable(error, { host, port, option })));
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

function unlistenable(error: Error, { host, port, option }: Omit<Required<ListenOptions>, 'app'>): AssayError {
  const found = 'code' in error && error.code === 'EADDRINUSE' ? 'another program is using it' : error.message;
  return new AssayError('usage', `cannot listen on ${host}:${port}: ${found}; choose another port with ${option}`, {
    cause: error,
  });
}
