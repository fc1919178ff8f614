import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { webhookParams } from './webhook.ts';
import { exampleDelivery, WebhookDelivery } from './webhook-delivery.ts';

export const listWebhookDeliveries = defineOperation({
  id: 'list_webhook_deliveries',
  method: 'get',
  path: '/v1/webhooks/{webhook_id}/deliveries',
  tag: 'Webhooks',
  summary: 'List the deliveries of a webhook, newest first',
  description: 'Deliveries are kept for 30 days after they succeed or fail for good.',
  scope: 'admin',
  params: webhookParams,
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(WebhookDelivery),
  example: { params: { webhook_id: exampleDelivery.webhook_id }, answer: { items: [exampleDelivery], next: null } },
});
