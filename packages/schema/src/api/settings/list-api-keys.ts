import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { ApiKey, exampleApiKey } from './api-key.ts';

export const listApiKeys = defineOperation({
  id: 'list_api_keys',
  method: 'get',
  path: '/v1/api-keys',
  tag: 'Settings',
  summary: 'List the API keys, newest first, including revoked ones',
  scope: 'admin',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(ApiKey),
  example: { answer: { items: [exampleApiKey], next: null } },
});
