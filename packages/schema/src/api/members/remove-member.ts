import { defineOperation } from '../operation.ts';
import { exampleMember, memberParams } from './member.ts';

export const removeMember = defineOperation({
  id: 'remove_member',
  method: 'delete',
  path: '/v1/members/{member_id}',
  tag: 'Members',
  summary: 'Remove a member',
  description:
    'Signs the member out at once. API keys that the member created keep working. The last owner can be removed only if the organization has an admin key that does not expire.',
  scope: 'admin',
  params: memberParams,
  status: 204,
  answer: null,
  example: { params: { member_id: exampleMember.member_id } },
});
