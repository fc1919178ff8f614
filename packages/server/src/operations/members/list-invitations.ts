import { listInvitations } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

export const listInvitationsHandler = handle(listInvitations, async ({ query, caller, services: { store } }) => {
  const { items, next } = await store.invitations.list(caller.organization_id, {
    ...query,
    after: query.after ?? null,
  });
  return { items: [...items], next };
});
