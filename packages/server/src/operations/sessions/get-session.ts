import { getSession } from '@assay/schema/api';
import { readSessionCookie } from '../../http/cookies.ts';
import { handle } from '../../http/handle.ts';
import { describeSession } from '../../sessions/describe-session.ts';

export const getSessionHandler = handle(getSession, async ({ caller, headers, services }) => {
  const cookie = readSessionCookie(headers);
  const session =
    caller.by === 'session' && cookie !== undefined ? await services.store.sessions.find(cookie) : undefined;
  return describeSession(services.store, { ...caller, csrf_token: session?.csrf_token ?? '' });
});
