import { expect, test } from 'vitest';
import { parseRemote, parseRepository } from './remote-address.ts';

const here = { owner: 'acme', name: 'shop' };

test.each([
  { address: 'https://github.com/acme/shop.git', host: 'github.com', origin: 'https://github.com' },
  { address: 'https://github.com/acme/shop/', host: 'github.com', origin: 'https://github.com' },
  { address: 'https://user:pass@github.com/acme/shop', host: 'github.com', origin: 'https://github.com' },
  { address: 'https://git.corp.test:8443/acme/shop', host: 'git.corp.test', origin: 'https://git.corp.test:8443' },
  { address: 'git@github.com:acme/shop.git', host: 'github.com', origin: null },
  { address: 'github.com:acme/shop', host: 'github.com', origin: null },
  { address: 'ssh://git@git.corp.test:2222/acme/shop.git', host: 'git.corp.test', origin: null },
  { address: 'ssh://git@ssh.github.com:443/acme/shop.git', host: 'github.com', origin: null },
])('$address is a repository on $host', ({ address, host, origin }) => {
  expect(parseRemote(address)).toEqual({ ...here, host, origin });
});

test.each([
  '/srv/git/acme/shop.git',
  '../acme/shop',
  'file:///srv/acme/shop.git',
  'https://github.com/acme',
  'https://github.com/a/b/c',
  'https://github.com/acme/..',
  'https://github.com/-acme/shop',
  'ext::sh -c true',
  '',
])('%j does not name a repository', (address) => {
  expect(parseRemote(address)).toBeUndefined();
});

test.each(['acme', 'acme/shop/x', '../shop', 'acme/shop?x=1', 'acme/sh op', 'acme/.'])(
  '%j is not owner and name',
  (text) => {
    expect(parseRepository(text)).toBeUndefined();
  },
);

test('accepts a name with dots and dashes', () => {
  expect(parseRepository('acme/my-shop.js')).toEqual({ owner: 'acme', name: 'my-shop.js' });
});
