import { STARTED_FD } from './task-limit.ts';

/** Where the relay listens inside; nothing else is on that loopback. */
export const RELAY_PORT = 4610;

/** Where the socket of the gateway is seen inside. */
export const GATEWAY_SOCKET = '/run/assay/gateway.sock';

/**
 * Carries connections from a port of the sandbox's own loopback to the socket of the gateway. Closes its output when
 * it listens, which is what its starter waits for. Kept as text so that it can be put where the sandbox sees it.
 */
export const RELAY_PROGRAM = `
import { closeSync, openSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';

// it has to serve the agent until the very end, also while that is being asked to stop
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
  // takes the place of the descriptor, which a connection must not have
  openSync('/dev/null', 'w');
});
`;

/** Starts the relay, given as the first two arguments, waits until it listens, and becomes the rest of them. */
export const RELAY_LAUNCHER = `
node=$1 relay=$2
shift 2
_=$("$node" "$relay" </dev/null 2>/dev/null ${STARTED_FD}>&- &)
exec "$@"
`;
