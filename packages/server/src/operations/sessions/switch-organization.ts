import { switchOrganization } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';
import { cookieOf, findBrowserSessions } from '../../sessions/browser-sessions.ts';
import { describeSession } from '../../sessions/describe-session.ts';
import { requireFound } from '../require-found.ts';

export const switchOrganizationHandler = handle(
  switchOrganization,
  async ({ body: { organization_id }, caller, headers, services }) => {
    if (caller.session === null && organization_id === caller.organization_id)
      return describeSession(services, { ...caller, csrf_token: '' });
    const present = caller.session === null ? [] : await findBrowserSessions(services.store, headers);
    const found = present.find(({ session }) => session.organization_id === organization_id);
    const chosen = requireFound(found, `sign-in of this browser to ${organization_id}`);
    const signed_in = present.map(({ session }) => session.organization_id);
    const answer = await describeSession(services, chosen.session, { signed_in });
    const sorted = [chosen, ...present.filter((one) => one !== chosen)];
    return new Reply({ answer, headers: { 'set-cookie': cookieOf(headers, sorted) } });
  },
  { tells_secret: true },
);
