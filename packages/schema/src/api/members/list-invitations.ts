import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { exampleInvitation, Invitation } from './invitation.ts';

export const listInvitations = defineOperation({
  id: 'list_invitations',
  method: 'get',
  path: '/v1/invitations',
  tag: 'Members',
  summary: 'List the open invitations, newest first',
  scope: 'admin',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(Invitation),
  example: { answer: { items: [exampleInvitation], next: null } },
});
