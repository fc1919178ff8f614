import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Relay {
  readonly url: string;
  /** How many connections it broke. */
  readonly harm: number;
  /** Breaks every open connection. */
  cut(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * An unreliable network in front of a server: it sometimes loses a request, or an answer on its way back.
 */
export async function openRelay(target: string, { isBad }: { isBad: () => boolean }): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let harm = 0;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const cut = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    const pass = (from: Socket, to: Socket) =>
      from.on('data', (chunk) => {
        if (!isBad()) return void to.write(chunk);
        harm++;
        cut();
      });
    pass(near, far);
    pass(far, near);
  });
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get harm() {
      return harm;
    },
    cut: cutAll,
    async [Symbol.asyncDispose]() {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
