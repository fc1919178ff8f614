import { getKeyDirectory } from '@assay/schema/api';
import { describeKeys } from '../../attestations/key-directory.ts';
import { getSigner } from '../../attestations/signing-key.ts';
import { handleOpenly } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';

export const getKeyDirectoryHandler = handleOpenly(getKeyDirectory, async ({ services: { store } }) => {
  // creates the key before the first signature, so clients can trust it in advance
  await getSigner(store);
  const answer = describeKeys(await store.signing_keys.list());
  return new Reply({ answer, headers: { 'cache-control': 'public, max-age=60' } });
});
