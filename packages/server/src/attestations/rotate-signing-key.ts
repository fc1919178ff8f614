import type { Store } from '../store/store.ts';
import { createSigningKey } from './signing-key.ts';

/** Signs with a new key from now on. Earlier signatures stay valid. */
export async function rotateSigningKey(store: Pick<Store, 'transaction'>): Promise<string> {
  const key = createSigningKey();
  return await store.transaction(async ({ signing_keys }) => {
    await signing_keys.retire();
    return (await signing_keys.start(key)).kid;
  });
}
