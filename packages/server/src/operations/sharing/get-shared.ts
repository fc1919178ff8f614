import { AssayError } from '@assay/schema';
import { getShared } from '@assay/schema/api';
import { handleOpenly } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const getSharedHandler = handleOpenly(getShared, async ({ caller, services: { store } }) => {
  if (caller?.share == null) throw new AssayError('unauthorized', 'Send the token of a share link as a bearer token.');
  const { organization_id } = caller;
  const { share_id, target } = caller.share;
  const { created_by, created_by_name, expires_at } = requireFound(
    await store.shares.find(organization_id, share_id),
    share_id,
  );
  const { name } = requireFound(await store.organizations.find(organization_id), organization_id);
  await store.shares.touch(organization_id, share_id);
  return {
    target,
    organization: name,
    shared_by: created_by.startsWith('usr_') ? created_by_name : null,
    expires_at,
  };
});
