import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Store } from '../store/store.ts';
import type { NewSigningKey } from '../store/tables/signing-keys.ts';
import { toPublicKey } from './public-key.ts';

/** A key to sign with. */
export interface Signer {
  readonly kid: string;
  readonly key: KeyObject;
}

/** The key that signs now; the first time, one is made. */
export async function getSigner(store: Pick<Store, 'signing_keys'>): Promise<Signer> {
  // another server may make one at the same time: then its key is there when this looks again
  const { kid, private_key } = (await store.signing_keys.findSigning()) ?? (await store.signing_keys.start(makeKey()));
  return { kid, key: createPrivateKey({ key: Buffer.from(private_key), format: 'der', type: 'pkcs8' }) };
}

/** A new pair of keys, as they are stored. */
export function makeKey(): NewSigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { kid, x } = toPublicKey(publicKey);
  return {
    kid,
    public_key: new Uint8Array(Buffer.from(x, 'base64url')),
    private_key: new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' })),
  };
}
