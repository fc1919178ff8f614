import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { exampleWebhook, WebhookEvents, WebhookUrl, WebhookWithSecret } from './webhook.ts';

export const createWebhook = defineOperation({
  id: 'create_webhook',
  method: 'post',
  path: '/v1/webhooks',
  tag: 'Webhooks',
  summary: 'Create a webhook',
  description:
    'The answer contains the secret that signs deliveries. It is shown only once, so a repeated request with the same `Idempotency-Key` is rejected.',
  scope: 'admin',
  body: z.strictObject({ url: WebhookUrl, events: WebhookEvents }),
  status: 201,
  answer: WebhookWithSecret,
  example: {
    body: { url: exampleWebhook.url, events: exampleWebhook.events },
    answer: { ...exampleWebhook, secret: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=' },
  },
});
