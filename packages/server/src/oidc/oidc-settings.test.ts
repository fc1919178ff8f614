import { expect, test } from 'vitest';
import { readOidcSettings } from './oidc-settings.ts';

const ISSUER = { ASSAY_OIDC_ISSUER: 'https://login.example.com', ASSAY_OIDC_CLIENT_ID: 'assay' };

test('without an issuer there is no identity provider', () => {
  expect(readOidcSettings({ ASSAY_OIDC_ISSUER: ' ', ASSAY_OIDC_CLIENT_ID: 'assay' })).toBeUndefined();
});

test('reads domains and automatic membership', () => {
  expect(
    readOidcSettings({
      ...ISSUER,
      ASSAY_OIDC_ALLOWED_DOMAINS: ' @Example.com, example.org,',
      ASSAY_OIDC_ORGANIZATION: 'Platform',
    }),
  ).toEqual({
    issuer: new URL('https://login.example.com'),
    client_id: 'assay',
    client_secret: null,
    allowed_domains: ['example.com', 'example.org'],
    automatic: { organization: 'Platform', role: 'viewer' },
  });
});

test.each([
  [{ ASSAY_OIDC_CLIENT_ID: '' }, 'ASSAY_OIDC_CLIENT_ID'],
  [{ ASSAY_OIDC_ISSUER: 'http://login.example.com' }, 'ASSAY_OIDC_ISSUER'],
  [{ ASSAY_OIDC_ISSUER: 'login.example.com' }, 'ASSAY_OIDC_ISSUER'],
  [{ ASSAY_OIDC_ORGANIZATION: 'x', ASSAY_OIDC_ROLE: 'admin' }, 'ASSAY_OIDC_ROLE'],
])('rejects %j', (environment, words) => {
  expect(() => readOidcSettings({ ...ISSUER, ...environment })).toThrow(words);
});
