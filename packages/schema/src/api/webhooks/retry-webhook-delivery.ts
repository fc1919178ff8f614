import { defineOperation } from '../operation.ts';
import { WebhookDeliveryId } from '../own-ids.ts';
import { webhookParams } from './webhook.ts';
import { exampleDelivery, WebhookDelivery } from './webhook-delivery.ts';

export const retryWebhookDelivery = defineOperation({
  id: 'retry_webhook_delivery',
  method: 'post',
  path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
  tag: 'Webhooks',
  summary: 'Resend a delivery now',
  description:
    'Works for delivered and failed deliveries too. Resets the number of tries; the event id stays the same.',
  scope: 'admin',
  params: webhookParams.extend({ delivery_id: WebhookDeliveryId }),
  status: 202,
  answer: WebhookDelivery,
  example: {
    params: { webhook_id: exampleDelivery.webhook_id, delivery_id: exampleDelivery.delivery_id },
    answer: exampleDelivery,
  },
});
