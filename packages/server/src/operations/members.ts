import {
  createInvitation,
  createSignInLink,
  findInvitation,
  listInvitations,
  listMembers,
  removeMember,
  revokeInvitation,
  updateMember,
} from '@assay/schema/api';
import { handle, handleOpenly } from '../http/handle.ts';
import { invitationIsGone } from '../members/accept-invitation.ts';
import { changeMember } from '../members/change-member.ts';
import { createMemberLink } from '../members/create-member-link.ts';
import { inviteMember } from '../members/invite-member.ts';
import { invitationPath, signInPath } from '../members/link-paths.ts';
import { removeMember as remove } from '../members/remove-member.ts';
import { requireFound } from './require-found.ts';

export const createInvitationHandler = handle(
  createInvitation,
  async ({ body: { role, email = null, note = null }, caller, services: { store } }) => {
    const { organization_id, actor } = caller;
    const { invitation, token } = await inviteMember(store, organization_id, { role, email, note, created_by: actor });
    return { ...invitation, path: invitationPath(token) };
  },
  { tells_secret: true },
);

export const createSignInLinkHandler = handle(
  createSignInLink,
  async ({ params, caller, services: { store } }) => {
    const token = requireFound(await createMemberLink(store, { ...caller, ...params }), params.member_id);
    return { path: signInPath(token) };
  },
  { tells_secret: true },
);

export const findInvitationHandler = handleOpenly(findInvitation, async ({ body, services: { store } }) => {
  const invitation = await store.invitations.find(body.token);
  if (invitation === undefined) throw invitationIsGone();
  const { organization_id, role, expires_at } = invitation;
  const { name } = requireFound(await store.organizations.find(organization_id), organization_id);
  return { organization_id, organization: name, role, expires_at };
});

export const listInvitationsHandler = handle(listInvitations, async ({ query, caller, services: { store } }) => {
  const { items, next } = await store.invitations.list(caller.organization_id, {
    ...query,
    after: query.after ?? null,
  });
  return { items: [...items], next };
});

export const listMembersHandler = handle(listMembers, async ({ query, caller, services: { store } }) => {
  const { items, next } = await store.members.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: [...items], next };
});

export const removeMemberHandler = handle(removeMember, async ({ params, caller, services: { store } }) => {
  requireFound(await remove(store, { ...caller, ...params }), params.member_id);
  return undefined;
});

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

export const updateMemberHandler = handle(updateMember, async ({ params, body, caller, services: { store } }) =>
  requireFound(await changeMember(store, { ...caller, ...params }, body), params.member_id),
);
