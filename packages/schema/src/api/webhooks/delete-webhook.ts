import { defineOperation } from '../operation.ts';
import { exampleWebhook, webhookParams } from './webhook.ts';

export const deleteWebhook = defineOperation({
  id: 'delete_webhook',
  method: 'delete',
  path: '/v1/webhooks/{webhook_id}',
  tag: 'Webhooks',
  summary: 'Delete a webhook and its deliveries',
  scope: 'admin',
  params: webhookParams,
  status: 204,
  answer: null,
  example: { params: { webhook_id: exampleWebhook.webhook_id } },
});
