import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { exampleMember, memberParams } from './member.ts';

export const createSignInLink = defineOperation({
  id: 'create_sign_in_link',
  method: 'post',
  path: '/v1/members/{member_id}/sign-in-link',
  tag: 'Members',
  summary: 'Create a link that signs a member in',
  description: 'The link works once, for half an hour, and only for this organization.',
  scope: 'admin',
  params: memberParams,
  status: 201,
  answer: z
    .object({ path: z.string().meta({ description: 'The link, without the address of the server.' }) })
    .meta({ id: 'SignInLink', description: 'A link that signs one browser in, once.' }),
  example: {
    params: { member_id: exampleMember.member_id },
    answer: { path: '/login#token=dGhpcyBpcyBub3QgYSByZWFsIHRva2Vu' },
  },
});
