import type { OrganizationId } from '@assay/schema';
import type { Invitation } from '@assay/schema/api';
import type { Store } from '../store/store.ts';
import type { NewInvitation } from '../store/tables/access/invitations.ts';

/** Creates an invitation. The token of its link is returned only here. */
export const inviteMember = (
  store: Pick<Store, 'transaction'>,
  organization_id: OrganizationId,
  { created_by, ...asked }: NewInvitation,
): Promise<{ invitation: Invitation; token: string }> =>
  store.transaction(async ({ invitations, audit_log }) => {
    const created = await invitations.create(organization_id, { ...asked, created_by });
    await audit_log.append(organization_id, {
      actor: created_by,
      action: 'invitation.create',
      target: created.invitation.invitation_id,
      details: asked,
    });
    return created;
  });
