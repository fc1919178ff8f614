import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { exampleShare, Share } from './share.ts';

export const listShares = defineOperation({
  id: 'list_shares',
  method: 'get',
  path: '/v1/shares',
  tag: 'Sharing',
  summary: 'List the links, newest first',
  description: 'Revoked and expired links are listed for 30 days.',
  scope: 'read',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(Share),
  example: { answer: { items: [exampleShare], next: null } },
});
