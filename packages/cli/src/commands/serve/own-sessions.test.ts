import { expect, test } from 'vitest';
import { servesOnePerson } from './own-sessions.ts';

const own = { host: '127.0.0.1', database_url: undefined, environment: {} };

test.each([
  { options: own, expected: true, why: 'by default' },
  { options: { ...own, host: '::1' }, expected: true, why: 'on IPv6' },
  { options: { ...own, host: '0.0.0.0' }, expected: false, why: 'other machines reach it' },
  { options: { ...own, database_url: 'postgresql://db/assay' }, expected: false, why: 'others read the database' },
  { options: { ...own, trusted_proxies: ['10.0.0.0/8'] }, expected: false, why: 'it is behind a proxy' },
  {
    options: { ...own, environment: { ASSAY_OIDC_ISSUER: 'https://id.example' } },
    expected: false,
    why: 'people sign in with accounts',
  },
  { options: { ...own, processes: 2 }, expected: false, why: 'it is built for many people' },
])('serves one person: $expected, $why', ({ options, expected }) => {
  expect(servesOnePerson(options)).toBe(expected);
});
