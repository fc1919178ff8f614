import { expect, test } from 'vitest';
import { isAllowed, parseAuthority } from './allow-list.ts';

test.each([
  { target: 'example.com:443', entries: ['example.com'], allowed: true, why: 'the exact host' },
  { target: 'EXAMPLE.com.:443', entries: ['Example.COM'], allowed: true, why: 'the same host in another case' },
  { target: 'example.com:22', entries: ['example.com'], allowed: false, why: 'not a web port' },
  { target: 'example.com:22', entries: ['example.com:22'], allowed: true, why: 'the port of the entry' },
  { target: 'example.com:443', entries: ['example.com:22'], allowed: false, why: 'another port than the entry' },
  { target: 'a.example.com:443', entries: ['example.com'], allowed: false, why: 'a subdomain of an exact host' },
  { target: 'a.b.example.com:443', entries: ['*.example.com'], allowed: true, why: 'a subdomain of a suffix' },
  { target: 'example.com:443', entries: ['*.example.com'], allowed: false, why: 'the suffix itself' },
  { target: 'badexample.com:443', entries: ['*.example.com'], allowed: false, why: 'the suffix without its dot' },
  { target: 'example.com.evil.test:443', entries: ['example.com', '*.example.com'], allowed: false, why: 'a prefix' },
  { target: '[::1]:8080', entries: ['[::1]:8080'], allowed: true, why: 'an IPv6 address' },
  { target: '2130706433:80', entries: ['127.0.0.1'], allowed: true, why: 'another spelling of an address' },
  { target: '127.0.0.1:80', entries: ['*'], allowed: false, why: 'a star alone is not a suffix' },
  { target: 'example.com:443', entries: [], allowed: false, why: 'an empty list' },
])('$target against $entries: $why', ({ target, entries, allowed }) => {
  const authority = parseAuthority(target);
  expect(authority).toBeDefined();
  expect(authority && isAllowed(entries, authority)).toBe(allowed);
});

test.each(['', 'example.com', 'example.com:', 'a@example.com:443', 'example.com:443/path', 'exa mple.com:443', ':443'])(
  'rejects a target that is not host and port: %j',
  (target) => {
    expect(parseAuthority(target)).toBeUndefined();
  },
);
