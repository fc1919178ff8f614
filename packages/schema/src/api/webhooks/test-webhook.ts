import { defineOperation } from '../operation.ts';
import { webhookParams } from './webhook.ts';
import { exampleDelivery, WebhookDelivery } from './webhook-delivery.ts';

export const testWebhook = defineOperation({
  id: 'test_webhook',
  method: 'post',
  path: '/v1/webhooks/{webhook_id}/test',
  tag: 'Webhooks',
  summary: 'Send a test event to a webhook',
  description: 'Delivered like every event, with signature and retries. See its deliveries for the result.',
  scope: 'admin',
  params: webhookParams,
  status: 202,
  answer: WebhookDelivery,
  example: { params: { webhook_id: exampleDelivery.webhook_id }, answer: exampleDelivery },
});
