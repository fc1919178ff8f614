import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Store } from '../store/store.ts';
import type { NewSigningKey } from '../store/tables/agents/signing-keys.ts';
import { toPublicKey } from './public-key.ts';

/** A signing key. */
export interface Signer {
  readonly kid: string;
  readonly key: KeyObject;
}

/** The current signing key; created on first use. */
export async function getSigner(store: Pick<Store, 'signing_keys'>): Promise<Signer> {
  // if another server creates one at the same time, `start` returns that one
  const { kid, private_key } =
    (await store.signing_keys.findSigning()) ?? (await store.signing_keys.start(createSigningKey()));
  return { kid, key: createPrivateKey({ key: Buffer.from(private_key), format: 'der', type: 'pkcs8' }) };
}

/** A new key pair in its stored form. */
export function createSigningKey(): NewSigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { kid, x } = toPublicKey(publicKey);
  return {
    kid,
    public_key: new Uint8Array(Buffer.from(x, 'base64url')),
    private_key: new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' })),
  };
}
