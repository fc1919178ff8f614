import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { exampleWebhook, WebhookEvents, WebhookUrl, WebhookWithSecret } from './webhook.ts';

export const createWebhook = defineOperation({
  id: 'create_webhook',
  method: 'post',
  path: '/v1/webhooks',
  tag: 'Webhooks',
  summary: 'Have an address told of events',
  description:
    'The answer holds the secret that signs what is sent; it is told this once. A request that is repeated with the same `Idempotency-Key` is therefore refused instead of answered again.',
  scope: 'admin',
  body: z.strictObject({ url: WebhookUrl, events: WebhookEvents }),
  status: 201,
  answer: WebhookWithSecret,
  example: {
    body: { url: exampleWebhook.url, events: exampleWebhook.events },
    answer: { ...exampleWebhook, secret: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=' },
  },
});
