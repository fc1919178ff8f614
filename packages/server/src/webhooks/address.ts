import { BlockList, isIPv6 } from 'node:net';

// reserved by IANA: private networks, loopback, link-local, documentation, multicast
const NOT_PUBLIC_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

// exceptions within 2000::/3: tunnels that embed an IPv4 address, benchmarks, documentation
const NOT_PUBLIC_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const notPublic = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_V4) notPublic.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of NOT_PUBLIC_V6) notPublic.addSubnet(network, prefix, 'ipv6');

// the only public IPv6 range; mapped and embedded IPv4 addresses are outside of it
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address is public. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? publicV6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
    : !notPublic.check(address, 'ipv4');

/** Whether an address is a loopback address. */
export const isLoopbackAddress = (address: string): boolean =>
  loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
