import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import type { PublicKey } from '@assay/schema';

/** The key id: its RFC 7638 thumbprint, so no other key can claim it. */
export const keyThumbprint = (x: string): string =>
  createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');

/** The public form of a key. */
export function toPublicKey(key: KeyObject): PublicKey {
  const { x = '' } = key.export({ format: 'jwk' });
  return { kid: keyThumbprint(x), kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', x };
}

/** A published key in the form that verifies signatures. */
export const toKeyObject = ({ kty, crv, x }: Pick<PublicKey, 'kty' | 'crv' | 'x'>): KeyObject =>
  createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
