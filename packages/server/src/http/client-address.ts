import { BlockList, isIP } from 'node:net';
import { AssayError } from '@assay/schema';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** The client address of a request. */
export type AddressOf = (context: Context) => string;

/** Reverse proxies, by address or network: `10.0.0.0/8`, `fd00::/8`, `192.0.2.7`. */
export function parseProxies(list: readonly string[]): BlockList {
  const proxies = new BlockList();
  for (const text of list) {
    const [address = '', bits, ...more] = text.split('/');
    const family = isIP(address);
    const most = family === 6 ? 128 : 32;
    const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (family === 0 || more.length > 0 || !(length <= most))
      throw new AssayError('usage', `expected a proxy such as 10.0.0.7 or 10.0.0.0/8, found ${text}`);
    proxies.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4');
  }
  return proxies;
}

/**
 * The address of the socket. Behind a trusted proxy, the last address of X-Forwarded-For that is not a trusted proxy:
 * those before it can be set by anyone.
 */
export const createAddressOf =
  (proxies: BlockList): AddressOf =>
  (context) =>
    findClient(socketAddress(context), context.req.header('x-forwarded-for'), proxies);

export function findClient(socket: string, forwarded: string | undefined, proxies: BlockList): string {
  let client = plain(socket);
  if (forwarded === undefined) return client;
  for (const hop of forwarded.split(',').reverse()) {
    if (!isTrusted(client, proxies)) break;
    const address = plain(hop.trim());
    if (isIP(address) === 0) break;
    client = address;
  }
  return client;
}

const isTrusted = (address: string, proxies: BlockList): boolean =>
  isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

// a socket that listens on IPv6 shows IPv4 clients as ::ffff:192.0.2.7
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

function socketAddress(context: Context): string {
  try {
    return getConnInfo(context).remote.address ?? 'somewhere';
  } catch {
    // no socket: an in-process request
    return 'somewhere';
  }
}
