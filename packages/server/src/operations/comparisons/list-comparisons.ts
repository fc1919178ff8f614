import { listComparisons } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const listComparisonsHandler = handle(listComparisons, async ({ query, caller, services: { store } }) => {
  const { organization_id } = caller;
  requireFound(await store.workspaces.find(organization_id, query.workspace_id), query.workspace_id);
  const { items, next } = await store.comparisons.list(organization_id, { ...query, after: query.after ?? null });
  return { items: [...items], next };
});
