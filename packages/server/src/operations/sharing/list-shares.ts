import { listShares } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

export const listSharesHandler = handle(listShares, async ({ query, caller, services: { store } }) => {
  const { items, next } = await store.shares.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: [...items], next };
});
