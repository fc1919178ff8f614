import { z } from 'zod';
import { OrganizationId } from '../../values/ids.ts';
import { LinkToken } from '../members/find-invitation.ts';
import { exampleMember } from '../members/member.ts';
import { defineOperation } from '../operation.ts';
import { exampleOrganization } from '../settings/organization.ts';

export const SignInOffer = z
  .object({
    organization_id: OrganizationId,
    organization: z.string(),
    member: z
      .object({ name: z.string() })
      .nullable()
      .meta({ description: 'Whom it signs in; null for the link that the server printed.' }),
  })
  .meta({ id: 'SignInOffer', description: 'Where a sign-in link leads.' });
export type SignInOffer = z.infer<typeof SignInOffer>;

export const findSignInLink = defineOperation({
  id: 'find_sign_in_link',
  method: 'post',
  path: '/v1/session/link',
  tag: 'Sessions',
  summary: 'Read a sign-in link with its token',
  description: 'Changes nothing. The token is in the body because addresses are logged.',
  scope: null,
  body: z.strictObject({ token: LinkToken }),
  status: 200,
  answer: SignInOffer,
  example: {
    body: { token: 'dGhpcyBpcyBub3QgYSByZWFsIHRva2Vu' },
    answer: {
      organization_id: exampleOrganization.organization_id,
      organization: exampleOrganization.name,
      member: { name: exampleMember.name },
    },
  },
});
