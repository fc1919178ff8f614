import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that passed the relay. */
interface Relayed {
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
}

/** Passes a request on, loses its answer, drops it, or answers itself. */
type Fate = 'pass' | 'lose_answer' | 'drop' | { readonly status: number; readonly headers?: Record<string, string> };

export interface PushRelay extends AsyncDisposable {
  readonly url: string;
  readonly seen: readonly Relayed[];
  /** Decides what happens to each request from now on. */
  treat(fate: (relayed: Relayed) => Fate): void;
}

/** A network in front of a server, at an address that stays the same whatever happens behind it. */
export async function openPushRelay(target: string): Promise<PushRelay> {
  const seen: Relayed[] = [];
  let decide: (relayed: Relayed) => Fate = () => 'pass';
  const server = createServer(async (incoming, response) => {
    const relayed = { method: incoming.method ?? '', path: incoming.url ?? '', body: await buffer(incoming) };
    seen.push(relayed);
    const fate = decide(relayed);
    if (fate === 'drop') return void incoming.socket.destroy();
    if (typeof fate === 'object') {
      response.writeHead(fate.status, { 'content-type': 'application/problem+json', ...fate.headers });
      return void response.end('{"code": "internal", "detail": "broken on purpose"}');
    }
    const answer = await forward(target, incoming, relayed.body);
    const content = await buffer(answer);
    // the client waits for an answer that never comes
    if (fate === 'lose_answer') return;
    response.writeHead(answer.statusCode ?? 500, answer.headers).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    treat(fate) {
      decide = fate;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const forward = (target: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    sendRequest(new URL(url ?? '/', target), { method, headers }, resolve)
      .on('error', reject)
      .end(body);
  });
