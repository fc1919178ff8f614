import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { exampleWebhook, Webhook, WebhookEvents, WebhookUrl, webhookParams } from './webhook.ts';

export const updateWebhook = defineOperation({
  id: 'update_webhook',
  method: 'patch',
  path: '/v1/webhooks/{webhook_id}',
  tag: 'Webhooks',
  summary: 'Change the URL, events or state of a webhook',
  description:
    'Disabling a webhook cancels its pending deliveries. After you enable it again, it receives only new events.',
  scope: 'admin',
  params: webhookParams,
  body: z.strictObject({
    url: WebhookUrl.optional(),
    events: WebhookEvents.optional(),
    enabled: z.boolean().optional(),
  }),
  status: 200,
  answer: Webhook,
  example: {
    params: { webhook_id: exampleWebhook.webhook_id },
    body: { events: ['run.graded'] },
    answer: { ...exampleWebhook, events: ['run.graded'] },
  },
});
