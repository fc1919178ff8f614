import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { DisplayName } from '../settings/workspace.ts';
import { Email } from './email.ts';
import { exampleMember, Member, memberParams } from './member.ts';
import { Role } from './role.ts';

export const updateMember = defineOperation({
  id: 'update_member',
  method: 'patch',
  path: '/v1/members/{member_id}',
  tag: 'Members',
  summary: 'Change the role, name or email address of a member',
  description:
    'A new role applies to the next request of the member. Another address lets another account of the identity provider sign in as this member. The last owner can become something else only if the organization has an admin key that does not expire.',
  scope: 'admin',
  params: memberParams,
  body: z.strictObject({ role: Role.optional(), name: DisplayName.optional(), email: Email.nullable().optional() }),
  status: 200,
  answer: Member,
  example: {
    params: { member_id: exampleMember.member_id },
    body: { role: 'owner' },
    answer: { ...exampleMember, role: 'owner' },
  },
});
