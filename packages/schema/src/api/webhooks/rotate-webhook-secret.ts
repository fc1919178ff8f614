import { defineOperation } from '../operation.ts';
import { exampleWebhook, WebhookWithSecret, webhookParams } from './webhook.ts';

export const rotateWebhookSecret = defineOperation({
  id: 'rotate_webhook_secret',
  method: 'post',
  path: '/v1/webhooks/{webhook_id}/rotate-secret',
  tag: 'Webhooks',
  summary: 'Rotate the secret of a webhook',
  description: 'For one day, deliveries are signed with both secrets, so you can update the receiver in the meantime.',
  scope: 'admin',
  params: webhookParams,
  status: 200,
  answer: WebhookWithSecret,
  example: {
    params: { webhook_id: exampleWebhook.webhook_id },
    answer: { ...exampleWebhook, secret: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=' },
  },
});
