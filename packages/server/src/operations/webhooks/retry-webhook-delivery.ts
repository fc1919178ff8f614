import { retryWebhookDelivery } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireEnabled } from '../require-enabled.ts';
import { requireFound } from '../require-found.ts';

export const retryWebhookDeliveryHandler = handle(
  retryWebhookDelivery,
  async ({ params, caller: { organization_id }, services: { store } }) => {
    await requireEnabled(store, { organization_id, webhook_id: params.webhook_id });
    return requireFound(await store.webhook_deliveries.retry(organization_id, params), params.delivery_id);
  },
);
