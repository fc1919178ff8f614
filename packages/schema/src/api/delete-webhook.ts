import { defineOperation } from './operation.ts';
import { webhookParams } from './webhook.ts';

export const deleteWebhook = defineOperation({
  id: 'delete_webhook',
  method: 'delete',
  path: '/v1/webhooks/{webhook_id}',
  tag: 'Webhooks',
  summary: 'Remove a webhook, with what it was told',
  scope: 'admin',
  params: webhookParams,
  status: 204,
  answer: null,
});
