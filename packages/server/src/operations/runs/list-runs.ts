import { listRuns } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { findWorkspace } from '../../runs/find-workspace.ts';

export const listRunsHandler = handle(listRuns, async ({ query, caller: { organization_id }, services: { store } }) => {
  const workspace_id = await findWorkspace(store, organization_id, query.workspace_id);
  const { items, next } = await store.runs.list(organization_id, {
    ...query,
    workspace_id,
    after: query.after ?? null,
  });
  return { items: [...items], next };
});
