import { revokeInvitation } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const revokeInvitationHandler = handle(revokeInvitation, ({ params, caller, services: { store } }) =>
  store.transaction(async ({ invitations, audit_log }) => {
    const { organization_id, actor } = caller;
    const { invitation_id } = params;
    const { role, email, note } = requireFound(await invitations.revoke(organization_id, invitation_id), invitation_id);
    await audit_log.append(organization_id, {
      actor,
      action: 'invitation.revoke',
      target: invitation_id,
      details: { role, email, note },
    });
    return undefined;
  }),
);
