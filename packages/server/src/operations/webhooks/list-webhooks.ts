import { listWebhooks } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

export const listWebhooksHandler = handle(listWebhooks, async ({ query, caller, services: { store } }) => {
  const { items, next } = await store.webhooks.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: [...items], next };
});
