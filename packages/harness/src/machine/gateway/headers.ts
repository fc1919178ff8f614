import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

// hop-by-hop headers, which a gateway must not forward
const OF_ONE_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
];

/** The headers to forward, with each value transformed. */
export function forwardedHeaders(message: IncomingMessage, change: (value: string) => string): OutgoingHttpHeaders {
  const named = (message.headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...OF_ONE_CONNECTION, ...named]);
  const carried: OutgoingHttpHeaders = {};
  for (const [name, values = []] of Object.entries(message.headersDistinct)) {
    if (dropped.has(name)) continue;
    const changed = values.map(change);
    carried[name] = changed.length === 1 ? changed[0] : changed;
  }
  return carried;
}
