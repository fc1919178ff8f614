import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import type { PublicKey } from '@assay/schema';

/** The name of a key: the thumbprint of RFC 7638, so that no other key can have it. */
export const kidOf = (x: string): string =>
  createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');

/** A key as it is published. */
export function toPublicKey(key: KeyObject): PublicKey {
  const { x = '' } = key.export({ format: 'jwk' });
  return { kid: kidOf(x), kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', x };
}

/** A published key to check signatures with. */
export const toKeyObject = ({ kty, crv, x }: Pick<PublicKey, 'kty' | 'crv' | 'x'>): KeyObject =>
  createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
