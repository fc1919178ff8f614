import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A fake PostgreSQL that accepts a client and ends its connection in the same packet. */
export async function startFatalPostgres() {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, ENDED])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `postgresql://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const FIELDS = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection due to administrator command', ''];
const ENDED = message('E', Buffer.from(FIELDS.map((field) => `${field}\0`).join('')));
