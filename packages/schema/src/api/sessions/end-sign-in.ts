import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { exampleSignIn, SignInId } from './sign-in.ts';

export const endSignIn = defineOperation({
  id: 'end_sign_in',
  method: 'delete',
  path: '/v1/sign-ins/{sign_in_id}',
  tag: 'Sessions',
  summary: 'Sign out a browser',
  scope: 'admin',
  params: z.object({ sign_in_id: SignInId }),
  status: 204,
  answer: null,
  example: { params: { sign_in_id: exampleSignIn.sign_in_id } },
});
