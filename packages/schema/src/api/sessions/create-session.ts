import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { exampleSession, Session } from './session.ts';

export const createSession = defineOperation({
  id: 'create_session',
  method: 'post',
  path: '/v1/session',
  tag: 'Sessions',
  summary: 'Sign in a browser with an API key or the one-time token of a link',
  description:
    'Sets a cookie that scripts cannot read. It expires after twelve hours without use, and after seven days.',
  scope: null,
  body: z.union([
    z.strictObject({ api_key: z.string().min(1).max(200) }),
    z.strictObject({ token: z.string().min(1).max(200) }),
  ]),
  status: 201,
  answer: Session,
  example: { body: { api_key: 'assay_sk_01m7ew0rvjraj0vfggyenb7x96_…' }, answer: exampleSession },
});
