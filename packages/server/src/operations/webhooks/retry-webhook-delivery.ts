import { retryWebhookDelivery } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { found } from '../found.ts';
import { requireEnabled } from '../require-enabled.ts';

export const retryWebhookDeliveryHandler = handle(
  retryWebhookDelivery,
  async ({ params, caller: { organization_id }, services: { store } }) => {
    await requireEnabled(store, { organization_id, webhook_id: params.webhook_id });
    return found(await store.webhook_deliveries.retry(organization_id, params), params.delivery_id);
  },
);
