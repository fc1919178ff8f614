import { listWebhookDeliveries } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const listWebhookDeliveriesHandler = handle(
  listWebhookDeliveries,
  async ({ params, query, caller, services: { store } }) => {
    const { organization_id } = caller;
    const { webhook_id } = params;
    requireFound(await store.webhooks.find(organization_id, webhook_id), webhook_id);
    const { items, next } = await store.webhook_deliveries.list(organization_id, {
      ...query,
      webhook_id,
      after: query.after ?? null,
    });
    return { items: [...items], next };
  },
);
