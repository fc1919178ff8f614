import { defineOperation } from '../operation.ts';
import { exampleWebhook, Webhook, webhookParams } from './webhook.ts';

export const getWebhook = defineOperation({
  id: 'get_webhook',
  method: 'get',
  path: '/v1/webhooks/{webhook_id}',
  tag: 'Webhooks',
  summary: 'Read a webhook',
  scope: 'admin',
  params: webhookParams,
  status: 200,
  answer: Webhook,
  example: { params: { webhook_id: exampleWebhook.webhook_id }, answer: exampleWebhook },
});
