import { expect, test } from 'vitest';
import { isAllowed, parseAuthority } from './allow-list.ts';

test.each([
  { target: 'example.com:443', entries: ['example.com'], allowed: true, why: 'the exact host' },
  { target: 'EXAMPLE.com.:443', entries: ['Example.COM'], allowed: true, why: 'the same host in other letters' },
  { target: 'example.com:22', entries: ['example.com'], allowed: false, why: 'a port that is not of the web' },
  { target: 'example.com:22', entries: ['example.com:22'], allowed: true, why: 'the port of the entry' },
  { target: 'example.com:443', entries: ['example.com:22'], allowed: false, why: 'another port than the entry has' },
  { target: 'a.example.com:443', entries: ['example.com'], allowed: false, why: 'below an exact host' },
  { target: 'a.b.example.com:443', entries: ['*.example.com'], allowed: true, why: 'below a suffix' },
  { target: 'example.com:443', entries: ['*.example.com'], allowed: false, why: 'the suffix itself' },
  { target: 'badexample.com:443', entries: ['*.example.com'], allowed: false, why: 'the suffix without its dot' },
  { target: 'example.com.evil.test:443', entries: ['example.com', '*.example.com'], allowed: false, why: 'a prefix' },
  { target: '[::1]:8080', entries: ['[::1]:8080'], allowed: true, why: 'an IPv6 address' },
  { target: '2130706433:80', entries: ['127.0.0.1'], allowed: true, why: 'another spelling of an address' },
  { target: '127.0.0.1:80', entries: ['*'], allowed: false, why: 'a star alone is no suffix' },
  { target: 'example.com:443', entries: [], allowed: false, why: 'an empty list' },
])('$target against $entries: $why', ({ target, entries, allowed }) => {
  const authority = parseAuthority(target);
  expect(authority).toBeDefined();
  expect(authority && isAllowed(entries, authority)).toBe(allowed);
});

test.each(['', 'example.com', 'example.com:', 'a@example.com:443', 'example.com:443/path', 'exa mple.com:443', ':443'])(
  'what is no host and port leads nowhere: %j',
  (target) => {
    expect(parseAuthority(target)).toBeUndefined();
  },
);
