import { listApiKeys } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

export const listApiKeysHandler = handle(listApiKeys, async ({ query, caller, services: { store } }) => {
  const { items, next } = await store.api_keys.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: [...items], next };
});
