import type { KeyDirectory } from '@assay/schema';
import type { SigningKey } from '../store/tables/agents/signing-keys.ts';

/** The public key directory: valid and revoked keys. */
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
