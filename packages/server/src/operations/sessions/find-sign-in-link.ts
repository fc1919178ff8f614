import { AssayError } from '@assay/schema';
import { findSignInLink } from '@assay/schema/api';
import { handleOpenly } from '../../http/handle.ts';
import { describeSession } from '../../sessions/describe-session.ts';

export const findSignInLinkHandler = handleOpenly(findSignInLink, async ({ body, services }) => {
  const owner = await services.store.sessions.findLink(body.token);
  if (owner === undefined)
    throw new AssayError('unauthorized', 'This link was used or has expired. Ask an owner for another one.');
  const { organization_id, organization, member } = await describeSession(services, { ...owner, csrf_token: '' });
  return { organization_id, organization, member: member === null ? null : { name: member.name } };
});
