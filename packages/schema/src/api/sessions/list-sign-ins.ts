import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { exampleSignIn, SignIn } from './sign-in.ts';

export const listSignIns = defineOperation({
  id: 'list_sign_ins',
  method: 'get',
  path: '/v1/sign-ins',
  tag: 'Sessions',
  summary: 'List the browsers that are signed in, newest first',
  scope: 'admin',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(SignIn),
  example: { answer: { items: [exampleSignIn], next: null } },
});
