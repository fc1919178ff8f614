import { listMembers } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

export const listMembersHandler = handle(listMembers, async ({ query, caller, services: { store } }) => {
  const { items, next } = await store.members.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: [...items], next };
});
