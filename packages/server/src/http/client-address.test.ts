import { expect, test } from 'vitest';
import { findClient, parseProxies } from './client-address.ts';

const PROXIES = ['10.0.0.0/8', 'fd00::/8', '192.0.2.7'];

test.each([
  { socket: '203.0.113.5', forwarded: undefined, client: '203.0.113.5', why: 'no proxy' },
  { socket: '203.0.113.5', forwarded: '1.2.3.4', client: '203.0.113.5', why: 'the header of a stranger is ignored' },
  { socket: '10.1.2.3', forwarded: '198.51.100.1', client: '198.51.100.1', why: 'a trusted proxy tells its client' },
  { socket: '::ffff:10.1.2.3', forwarded: '198.51.100.1', client: '198.51.100.1', why: 'IPv4 on an IPv6 socket' },
  {
    socket: '10.1.2.3',
    forwarded: '6.6.6.6, 198.51.100.1',
    client: '198.51.100.1',
    why: 'what the client wrote itself',
  },
  { socket: '10.1.2.3', forwarded: '198.51.100.1, 192.0.2.7', client: '198.51.100.1', why: 'two trusted proxies' },
  { socket: 'fd00::1', forwarded: '2001:db8::1', client: '2001:db8::1', why: 'IPv6' },
  { socket: '10.1.2.3', forwarded: '198.51.100.1, unknown', client: '10.1.2.3', why: 'no address' },
  { socket: '10.1.2.3', forwarded: '', client: '10.1.2.3', why: 'an empty header' },
  { socket: '10.1.2.3', forwarded: '10.9.9.9', client: '10.9.9.9', why: 'a client in the network of the proxies' },
])('$client: $why', ({ socket, forwarded, client }) => {
  expect(findClient(socket, forwarded, parseProxies(PROXIES))).toBe(client);
});

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', 'fd00::/129', ''])('rejects %j', (text) => {
  expect(() => parseProxies([text])).toThrow(`found ${text}`);
});
