import { z } from 'zod';
import { defineOperation } from '../operation.ts';

export const startOidcSignIn = defineOperation({
  id: 'start_oidc_sign_in',
  method: 'post',
  path: '/v1/session/oidc',
  tag: 'Sessions',
  summary: 'Start a sign-in at the identity provider',
  description:
    'Open the address in the answer. The identity provider then opens `/login` of this server with a query string; send it to `POST /v1/session`. A cookie ties both to the same browser, for ten minutes.',
  scope: null,
  body: z.strictObject({}),
  status: 200,
  answer: z
    .object({ url: z.url().meta({ description: 'The page of the identity provider.' }) })
    .meta({ id: 'OidcSignIn', description: 'Where to sign in.' }),
  example: {
    body: {},
    answer: { url: 'https://login.example.com/authorize?client_id=assay&response_type=code' },
  },
});
