import { AssayError, type OrganizationId } from '@assay/schema';
import type { Store } from '../store/store.ts';

/** What a session of a member acts for. Its scopes are those of the role when it is used. */
export interface MemberSession {
  readonly organization_id: OrganizationId;
  readonly scopes: [];
  readonly actor: string;
}

/** Makes whoever has the link of an invitation a member. Uses up the invitation. */
export const acceptInvitation = (
  store: Pick<Store, 'transaction'>,
  { token, name }: { readonly token: string; readonly name: string },
): Promise<MemberSession> =>
  store.transaction(async ({ invitations, members, audit_log }) => {
    const invitation = await invitations.use(token);
    if (invitation === undefined) throw invitationIsGone();
    const { organization_id, invitation_id, role, email } = invitation;
    const { member_id } = await members.create(organization_id, { name, email, role });
    await audit_log.append(organization_id, {
      actor: member_id,
      action: 'member.join',
      target: member_id,
      details: { name, role, invitation_id },
    });
    return { organization_id, scopes: [], actor: member_id };
  });

/** The error for a link that does not work. */
export const invitationIsGone = (): AssayError =>
  new AssayError('not_found', 'This invitation was used, revoked or has expired. Ask for another one.');
