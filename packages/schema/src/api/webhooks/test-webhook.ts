import { defineOperation } from '../operation.ts';
import { webhookParams } from './webhook.ts';
import { exampleDelivery, WebhookDelivery } from './webhook-delivery.ts';

export const testWebhook = defineOperation({
  id: 'test_webhook',
  method: 'post',
  path: '/v1/webhooks/{webhook_id}/test',
  tag: 'Webhooks',
  summary: 'Send a webhook a test',
  description: 'It goes the way of every event, signature and retries included. Its deliveries tell what came of it.',
  scope: 'admin',
  params: webhookParams,
  status: 202,
  answer: WebhookDelivery,
  example: { params: { webhook_id: exampleDelivery.webhook_id }, answer: exampleDelivery },
});
