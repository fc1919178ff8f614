import type { KeyDirectory } from '@assay/schema';
import type { SigningKey } from '../store/tables/signing-keys.ts';

/** What everyone may know of the keys: those that hold, and those that no longer do. */
export const describeKeys = (keys: readonly SigningKey[]): KeyDirectory => ({
  keys: keys
    .filter(({ revoked_at }) => revoked_at === null)
    .map(({ kid, public_key, created_at, retired_at }) => ({
      kid,
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      x: Buffer.from(public_key).toString('base64url'),
      created_at,
      retired_at,
    })),
  revoked: keys.flatMap(({ kid, revoked_at, revoked_reason }) =>
    revoked_at === null ? [] : [{ kid, revoked_at, reason: revoked_reason ?? '' }],
  ),
});
