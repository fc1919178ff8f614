import { expect, test } from 'vitest';
import { isLoopbackAddress, isPublicAddress } from './address.ts';

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'another loopback address'],
  ['0.0.0.0', 'loopback on many systems'],
  ['10.1.2.3', 'a private network'],
  ['172.16.0.1', 'a private network'],
  ['172.31.255.255', 'the last private address'],
  ['192.168.1.1', 'a private network'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['169.254.169.254', 'cloud metadata'],
  ['192.0.0.170', 'reserved'],
  ['198.18.0.1', 'benchmarks'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback, mapped'],
  ['::ffff:8.8.8.8', 'a mapped IPv4 address'],
  ['::ffff:a9fe:a9fe', 'cloud metadata, mapped'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['2002:7f00:1::', 'a tunnel to loopback'],
  ['2001:0:53aa:64c::1', 'a tunnel'],
  ['2001:db8::1', 'documentation'],
  ['3fff::1', 'documentation'],
  ['fc00::1', 'a private network'],
  ['fd12:3456::1', 'a private network'],
  ['fe80::1', 'link-local'],
  ['ff02::1', 'multicast'],
])('%s is not public: %s', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.0', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['::2', false],
])('%s is a loopback address: %s', (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected);
});
