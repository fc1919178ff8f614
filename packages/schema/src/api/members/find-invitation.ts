import { z } from 'zod';
import { OrganizationId } from '../../values/ids.ts';
import { Instant } from '../../values/units.ts';
import { defineOperation } from '../operation.ts';
import { exampleOrganization } from '../settings/organization.ts';
import { exampleInvitation } from './invitation.ts';
import { Role } from './role.ts';

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
