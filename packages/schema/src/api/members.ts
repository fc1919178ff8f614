import { z } from 'zod';
import { OrganizationId } from '../values/ids.ts';
import { Instant } from '../values/units.ts';
import { exampleOrganization } from './examples.ts';
import { defineOperation, type Scope } from './operation.ts';
import { InvitationId, MemberId } from './own-ids.ts';
import { pageFields, pageSchema } from './page.ts';
import { DisplayName } from './settings.ts';

/** An address in the form that it is compared in. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, { error: 'expected an email address of up to 254 characters' })
  .regex(z.regexes.email, { error: 'expected an email address such as ann@example.com' })
  .meta({ description: 'Compared without regard to case.' });

export const Role = z.enum(['viewer', 'editor', 'owner']).meta({
  id: 'Role',
  description: 'viewer: the scope read. editor: the scope write. owner: the scope admin.',
});
export type Role = z.infer<typeof Role>;

/** What members with a role may do. */
export const ROLE_SCOPES: Readonly<Record<Role, Scope>> = { viewer: 'read', editor: 'write', owner: 'admin' };

export const Invitation = z
  .object({
    invitation_id: InvitationId,
    role: Role,
    email: z
      .string()
      .nullable()
      .meta({ description: 'Whoever signs in with this address at the identity provider accepts the invitation.' }),
    note: z.string().nullable(),
    created_by: z.string().meta({ description: 'Id of a member or an API key, or name of an Assay component.' }),
    created_at: Instant,
    expires_at: Instant,
  })
  .meta({ id: 'Invitation', description: 'An invitation that nobody has accepted yet, without its link.' });
export type Invitation = z.infer<typeof Invitation>;

/** Example for the API reference. */
const exampleInvitation = {
  invitation_id: 'inv_01m7ew0rvjraj0vfggyenb7x96' as const,
  role: 'editor' as const,
  email: null,
  note: 'for Ann',
  created_by: 'key_01m7ew0rvjraj0vfggyenb7x96',
  created_at: '2026-11-15T12:00:00.000Z',
  expires_at: '2026-11-22T12:00:00.000Z',
};

export const createInvitation = defineOperation({
  id: 'create_invitation',
  method: 'post',
  path: '/v1/invitations',
  tag: 'Members',
  summary: 'Invite a person',
  description:
    'The answer contains a link that works once, for seven days. It is shown only once; the server stores only a digest. Whoever opens it and enters a name becomes a member.',
  scope: 'admin',
  body: z.strictObject({
    role: Role,
    email: Email.optional(),
    note: DisplayName.optional().meta({ description: 'Whom the invitation is for, shown in the list.' }),
  }),
  status: 201,
  answer: Invitation.extend({
    path: z.string().meta({ description: 'The link, without the address of the server. Shown only once.' }),
  }).meta({ id: 'InvitationWithLink', description: 'An invitation with its link, shown only once.' }),
  example: {
    body: { role: 'editor', note: 'for Ann' },
    answer: { ...exampleInvitation, path: '/join#token=dGhpcyBpcyBub3QgYSByZWFsIHRva2Vu' },
  },
});

export const Member = z
  .object({
    member_id: MemberId,
    name: z.string(),
    email: z
      .string()
      .nullable()
      .meta({ description: 'Whoever signs in with this address at the identity provider is this member.' }),
    role: Role,
    created_at: Instant,
  })
  .meta({ id: 'Member', description: 'A person in an organization.' });
export type Member = z.infer<typeof Member>;

const memberParams = z.object({ member_id: MemberId });

/** Example for the API reference. */
export const exampleMember = {
  member_id: 'usr_01m7ew0rvjraj0vfggyenb7x96' as const,
  name: 'Ann',
  email: 'ann@example.com',
  role: 'editor' as const,
  created_at: '2026-11-15T12:00:00.000Z',
};

export const createSignInLink = defineOperation({
  id: 'create_sign_in_link',
  method: 'post',
  path: '/v1/members/{member_id}/sign-in-link',
  tag: 'Members',
  summary: 'Create a link that signs a member in',
  description: 'The link works once, for half an hour, and only for this organization.',
  scope: 'admin',
  params: memberParams,
  status: 201,
  answer: z
    .object({ path: z.string().meta({ description: 'The link, without the address of the server.' }) })
    .meta({ id: 'SignInLink', description: 'A link that signs one browser in, once.' }),
  example: {
    params: { member_id: exampleMember.member_id },
    answer: { path: '/login#token=dGhpcyBpcyBub3QgYSByZWFsIHRva2Vu' },
  },
});

/** The token of a link. */
export const LinkToken = z.string().min(1).max(200);

export const InvitationOffer = z
  .object({ organization_id: OrganizationId, organization: z.string(), role: Role, expires_at: Instant })
  .meta({ id: 'InvitationOffer', description: 'What an invitation offers to whoever has its link.' });
export type InvitationOffer = z.infer<typeof InvitationOffer>;

export const findInvitation = defineOperation({
  id: 'find_invitation',
  method: 'post',
  path: '/v1/invitations/find',
  tag: 'Members',
  summary: 'Read an invitation with the token of its link',
  description: 'Changes nothing. The token is in the body because addresses are logged.',
  scope: null,
  body: z.strictObject({ token: LinkToken }),
  status: 200,
  answer: InvitationOffer,
  example: {
    body: { token: 'dGhpcyBpcyBub3QgYSByZWFsIHRva2Vu' },
    answer: {
      organization_id: exampleOrganization.organization_id,
      organization: exampleOrganization.name,
      role: exampleInvitation.role,
      expires_at: exampleInvitation.expires_at,
    },
  },
});

export const listInvitations = defineOperation({
  id: 'list_invitations',
  method: 'get',
  path: '/v1/invitations',
  tag: 'Members',
  summary: 'List the open invitations, newest first',
  scope: 'admin',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(Invitation),
  example: { answer: { items: [exampleInvitation], next: null } },
});

export const listMembers = defineOperation({
  id: 'list_members',
  method: 'get',
  path: '/v1/members',
  tag: 'Members',
  summary: 'List the members, newest first',
  scope: 'admin',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(Member),
  example: { answer: { items: [exampleMember], next: null } },
});

export const removeMember = defineOperation({
  id: 'remove_member',
  method: 'delete',
  path: '/v1/members/{member_id}',
  tag: 'Members',
  summary: 'Remove a member',
  description:
    'Signs the member out at once. API keys that the member created keep working. The last owner can be removed only if the organization has an admin key that does not expire.',
  scope: 'admin',
  params: memberParams,
  status: 204,
  answer: null,
  example: { params: { member_id: exampleMember.member_id } },
});

export const revokeInvitation = defineOperation({
  id: 'revoke_invitation',
  method: 'delete',
  path: '/v1/invitations/{invitation_id}',
  tag: 'Members',
  summary: 'Revoke an invitation',
  scope: 'admin',
  params: z.object({ invitation_id: InvitationId }),
  status: 204,
  answer: null,
  example: { params: { invitation_id: exampleInvitation.invitation_id } },
});

export const updateMember = defineOperation({
  id: 'update_member',
  method: 'patch',
  path: '/v1/members/{member_id}',
  tag: 'Members',
  summary: 'Change the role, name or email address of a member',
  description:
    'A new role applies to the next request of the member. Another address lets another account of the identity provider sign in as this member. The last owner can become something else only if the organization has an admin key that does not expire.',
  scope: 'admin',
  params: memberParams,
  body: z.strictObject({ role: Role.optional(), name: DisplayName.optional(), email: Email.nullable().optional() }),
  status: 200,
  answer: Member,
  example: {
    params: { member_id: exampleMember.member_id },
    body: { role: 'owner' },
    answer: { ...exampleMember, role: 'owner' },
  },
});
