import { endSession } from '@assay/schema/api';
import { readSessionCookie, sessionCookie } from '../../http/cookies.ts';
import { handle } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';

export const endSessionHandler = handle(endSession, async ({ headers, services }) => {
  const cookie = readSessionCookie(headers);
  if (cookie !== undefined) await services.store.sessions.end(cookie);
  return new Reply({ headers: { 'set-cookie': sessionCookie(headers, { value: '', max_age_s: 0 }) } });
});
