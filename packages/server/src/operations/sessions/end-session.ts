import { endSession } from '@assay/schema/api';
import { readSessionSecrets, sessionCookie } from '../../http/cookies.ts';
import { handle } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';

export const endSessionHandler = handle(endSession, async ({ headers, services }) => {
  for (const secret of readSessionSecrets(headers)) await services.store.sessions.end(secret);
  return new Reply({ headers: { 'set-cookie': sessionCookie(headers, { secrets: [], max_age_s: 0 }) } });
});
