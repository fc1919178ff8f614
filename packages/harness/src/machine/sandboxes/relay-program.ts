/** The relay's port on the sandbox's own loopback. */
export const RELAY_PORT = 4610;

/** Path of the gateway socket inside the sandbox. */
export const GATEWAY_SOCKET = '/run/assay/gateway.sock';

/**
 * Forwards connections from a loopback port of the sandbox to the gateway socket. Closes its output once it
 * listens, for which its starter waits. A string, so that it can be written where the sandbox sees it.
 */
export const RELAY_PROGRAM = `
import { closeSync, openSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';

// serves the agent until the very end, even while it is being stopped
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);

createServer({ allowHalfOpen: true }, (near) => {
  const far = createConnection({ path: '${GATEWAY_SOCKET}', allowHalfOpen: true });
  near.setNoDelay(true);
  near.on('error', () => far.destroy());
  far.on('error', () => near.destroy());
  near.on('close', () => far.destroy());
  near.pipe(far).pipe(near);
}).listen({ port: ${RELAY_PORT}, host: '127.0.0.1' }, () => {
  closeSync(1);
  // occupies the descriptor, so that no connection gets it
  openSync('/dev/null', 'w');
});
`;

/** Starts the relay from the first two arguments, waits until it listens, and execs the rest. */
export const RELAY_LAUNCHER = `
node=$1 relay=$2
shift 2
_=$("$node" "$relay" </dev/null 2>/dev/null &)
exec "$@"
`;
