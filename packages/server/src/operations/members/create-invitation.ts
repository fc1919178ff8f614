import { createInvitation } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { inviteMember } from '../../members/invite-member.ts';
import { invitationPath } from '../../members/link-paths.ts';

export const createInvitationHandler = handle(
  createInvitation,
  async ({ body: { role, email = null, note = null }, caller, services: { store } }) => {
    const { organization_id, actor } = caller;
    const { invitation, token } = await inviteMember(store, organization_id, { role, email, note, created_by: actor });
    return { ...invitation, path: invitationPath(token) };
  },
  { tells_secret: true },
);
