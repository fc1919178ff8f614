import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { exampleMember, Member } from './member.ts';

export const listMembers = defineOperation({
  id: 'list_members',
  method: 'get',
  path: '/v1/members',
  tag: 'Members',
  summary: 'List the members, newest first',
  scope: 'admin',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(Member),
  example: { answer: { items: [exampleMember], next: null } },
});
