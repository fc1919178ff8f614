import { AssayError, type OrganizationId } from '@assay/schema';
import type { Invitation } from '@assay/schema/api';
import type { Store, Tables } from '../store/store.ts';
import type { NewInvitation } from '../store/tables/access/invitations.ts';

/** Creates an invitation. The token of its link is returned only here. */
export const inviteMember = (
  store: Pick<Store, 'transaction'>,
  organization_id: OrganizationId,
  { created_by, ...asked }: NewInvitation,
): Promise<{ invitation: Invitation; token: string }> =>
  store.transaction(async ({ members, invitations, audit_log }) => {
    if (asked.email !== null) await refuseMember({ members }, organization_id, asked.email);
    const created = await invitations.create(organization_id, { ...asked, created_by });
    await audit_log.append(organization_id, {
      actor: created_by,
      action: 'invitation.create',
      target: created.invitation.invitation_id,
      details: asked,
    });
    return created;
  });

async function refuseMember(
  { members }: Pick<Tables, 'members'>,
  organization_id: OrganizationId,
  email: string,
): Promise<void> {
  const member = await members.findByEmail(organization_id, email);
  if (member === undefined) return;
  throw new AssayError(
    'conflict',
    `${email} is already the address of the member ${member.member_id}. To let this person sign in again, create a sign-in link. To invite somebody else, remove the member or clear its address first.`,
    { path: 'email' },
  );
}
