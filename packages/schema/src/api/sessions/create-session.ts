import { z } from 'zod';
import { LinkToken } from '../members/find-invitation.ts';
import { defineOperation } from '../operation.ts';
import { DisplayName } from '../settings/workspace.ts';
import { exampleSession, Session } from './session.ts';

export const createSession = defineOperation({
  id: 'create_session',
  method: 'post',
  path: '/v1/session',
  tag: 'Sessions',
  summary: 'Sign in a browser with an API key, a link, an invitation or the answer of the identity provider',
  description:
    'Sets a cookie that scripts cannot read. It expires after twelve hours without use, and after seven days. A browser can be signed in to several organizations; this one becomes the current one.',
  scope: null,
  body: z.union([
    z.strictObject({ api_key: z.string().min(1).max(200) }),
    z.strictObject({ token: LinkToken }),
    z.strictObject({ invitation: LinkToken, name: DisplayName }),
    z.strictObject({
      oidc_callback: z.string().min(1).max(8_000).meta({ description: 'The query string of the identity provider.' }),
    }),
  ]),
  status: 201,
  answer: Session,
  example: { body: { api_key: 'assay_sk_01m7ew0rvjraj0vfggyenb7x96_…' }, answer: exampleSession },
});
