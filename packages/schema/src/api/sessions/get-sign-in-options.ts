import { z } from 'zod';
import { defineOperation } from '../operation.ts';

export const getSignInOptions = defineOperation({
  id: 'get_sign_in_options',
  method: 'get',
  path: '/v1/sign-in-options',
  tag: 'Sessions',
  summary: 'Read how people can sign in',
  scope: null,
  status: 200,
  answer: z
    .object({
      oidc: z
        .object({ host: z.string().meta({ description: 'The host of the identity provider.' }) })
        .nullable()
        .meta({ description: 'Null if the server has no identity provider.' }),
    })
    .meta({ id: 'SignInOptions', description: 'How people can sign in, besides keys and links.' }),
  example: { answer: { oidc: { host: 'login.example.com' } } },
});
