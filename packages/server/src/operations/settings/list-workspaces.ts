import { listWorkspaces } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

export const listWorkspacesHandler = handle(listWorkspaces, async ({ query, caller, services: { store } }) => {
  const { items, next } = await store.workspaces.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: [...items], next };
});
