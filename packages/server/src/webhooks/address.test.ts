import { expect, test } from 'vitest';
import { isLoopbackAddress, isPublicAddress } from './address.ts';

test.each([
  ['127.0.0.1', 'this machine'],
  ['127.255.255.254', 'this machine by another of its addresses'],
  ['0.0.0.0', 'this machine, on many systems'],
  ['10.1.2.3', 'a network of its own'],
  ['172.16.0.1', 'a network of its own'],
  ['172.31.255.255', 'the last of it'],
  ['192.168.1.1', 'a network of its own'],
  ['100.64.0.1', 'behind the address translation of a provider'],
  ['169.254.169.254', 'where clouds keep the credentials of a machine'],
  ['192.0.0.170', 'set apart'],
  ['198.18.0.1', 'benchmarks'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'a group'],
  ['255.255.255.255', 'everybody'],
  ['::', 'nobody'],
  ['::1', 'this machine'],
  ['::ffff:127.0.0.1', 'this machine, mapped'],
  ['::ffff:8.8.8.8', 'mapped: nobody looks up such a name'],
  ['::ffff:a9fe:a9fe', 'credentials of a cloud, mapped'],
  ['64:ff9b::7f00:1', 'translated'],
  ['2002:7f00:1::', 'a tunnel to this machine'],
  ['2001:0:53aa:64c::1', 'a tunnel'],
  ['2001:db8::1', 'documentation'],
  ['3fff::1', 'documentation'],
  ['fc00::1', 'a network of its own'],
  ['fd12:3456::1', 'a network of its own'],
  ['fe80::1', 'a link'],
  ['ff02::1', 'a group'],
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
])('%s is this machine itself: %s', (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected);
});
