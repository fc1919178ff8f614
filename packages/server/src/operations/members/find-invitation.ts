import { findInvitation } from '@assay/schema/api';
import { handleOpenly } from '../../http/handle.ts';
import { invitationIsGone } from '../../members/accept-invitation.ts';
import { requireFound } from '../require-found.ts';

export const findInvitationHandler = handleOpenly(findInvitation, async ({ body, services: { store } }) => {
  const invitation = await store.invitations.find(body.token);
  if (invitation === undefined) throw invitationIsGone();
  const { organization_id, role, expires_at } = invitation;
  const { name } = requireFound(await store.organizations.find(organization_id), organization_id);
  return { organization_id, organization: name, role, expires_at };
});
