import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { exampleWebhook, Webhook, WebhookEvents, WebhookUrl, webhookParams } from './webhook.ts';

export const updateWebhook = defineOperation({
  id: 'update_webhook',
  method: 'patch',
  path: '/v1/webhooks/{webhook_id}',
  tag: 'Webhooks',
  summary: 'Change where a webhook goes, what it is told of, or whether it is told at all',
  description: 'Disabling a webhook gives up what was waiting for it. Enabled again, it is told of what happens then.',
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
