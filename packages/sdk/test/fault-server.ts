import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** How the server handles a request: answer, drop the connection, never answer, or cut off the answer. */
export type Behavior =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | 'drop'
  | 'hang'
  | 'cut_off'
  | ((response: ServerResponse) => void);

export interface FaultServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** Resolves after this number of requests. */
  receives(count: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A real HTTP server that can misbehave. */
export async function openFaultServer(
  behave: (received: Received, index: number) => Behavior | Promise<Behavior>,
): Promise<FaultServer> {
  const received: Received[] = [];
  const watchers = new Set<() => void>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    received.push(one);
    for (const watcher of [...watchers]) watcher();
    const behaviour = await behave(one, received.length - 1);
    if (behaviour === 'drop') request.socket.destroy();
    else if (behaviour === 'cut_off') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"a":', () => request.socket.destroy());
    } else if (typeof behaviour === 'function') behaviour(response);
    else if (behaviour !== 'hang') response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    receives: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const json = (body: unknown, { status = 200, headers = {} } = {}): Behavior => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

export const problem = (
  status: number,
  code: string,
  { headers = {}, ...more }: Record<string, unknown> = {},
): Behavior => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...(headers as Record<string, string>) },
  body: JSON.stringify({
    type: `urn:assay:problem:${code}`,
    title: 'help',
    status,
    code,
    detail: `it is ${code}`,
    ...more,
  }),
});

/** Accepts every batch. */
export const accept = ({ body }: Received): Behavior => {
  const { evaluations } = JSON.parse(body) as { evaluations: unknown[] };
  return json({ accepted: evaluations.length, duplicates: 0, results: [] });
};

/** The event ids of a batch. */
export const eventsOf = ({ body }: Received): string[] =>
  (JSON.parse(body) as { evaluations: { event_id: string }[] }).evaluations.map(({ event_id }) => event_id);
