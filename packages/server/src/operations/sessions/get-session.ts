import { getSession } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { findBrowserSessions } from '../../sessions/browser-sessions.ts';
import { describeSession } from '../../sessions/describe-session.ts';

export const getSessionHandler = handle(getSession, async ({ caller, headers, services }) => {
  if (caller.session === null) return describeSession(services, { ...caller, csrf_token: '' });
  const found = await findBrowserSessions(services.store, headers);
  const signed_in = found.map(({ session }) => session.organization_id);
  return describeSession(services, { ...caller, csrf_token: caller.session.csrf_token }, { signed_in });
});
