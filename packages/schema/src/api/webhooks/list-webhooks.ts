import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { exampleWebhook, Webhook } from './webhook.ts';

export const listWebhooks = defineOperation({
  id: 'list_webhooks',
  method: 'get',
  path: '/v1/webhooks',
  tag: 'Webhooks',
  summary: 'List the webhooks, newest first',
  scope: 'admin',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(Webhook),
  example: { answer: { items: [exampleWebhook], next: null } },
});
