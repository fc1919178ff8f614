import { AssayError } from '@assay/schema';
import { revokeShare } from '@assay/schema/api';
import { hasScope } from '../../http/caller.ts';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const revokeShareHandler = handle(revokeShare, ({ params: { share_id }, caller, services: { store } }) =>
  store.transaction(async ({ shares, audit_log }) => {
    const { organization_id, actor } = caller;
    const { target, created_by } = requireFound(await shares.find(organization_id, share_id), share_id);
    if (created_by !== actor && !hasScope(caller, 'admin'))
      throw new AssayError('forbidden', 'Only admins can revoke links that others created.');
    await shares.revoke(organization_id, share_id);
    await audit_log.append(organization_id, { actor, action: 'share.revoke', target: share_id, details: target });
    return undefined;
  }),
);
