import { z } from 'zod';
import { Email } from '../members/email.ts';
import { defineOperation } from '../operation.ts';
import { exampleOrganization, Organization } from '../settings/organization.ts';
import { OrganizationName } from '../settings/organization-name.ts';

export const createOrganization = defineOperation({
  id: 'create_organization',
  method: 'post',
  path: '/v1/organizations',
  tag: 'Settings',
  summary: 'Create an organization on the server',
  description:
    'Only for owners and admin keys of the first organization. The answer contains an invitation for the first owner, a link that works once, for seven days. It is shown only once. The caller does not become a member.',
  scope: 'admin',
  body: z.strictObject({
    name: OrganizationName,
    email: Email.optional().meta({ description: 'Address of the first owner at the identity provider.' }),
  }),
  status: 201,
  answer: z.object({
    organization: Organization,
    path: z.string().meta({ description: 'The invitation, without the address of the server. Shown only once.' }),
  }),
  example: {
    body: { name: exampleOrganization.name },
    answer: { organization: exampleOrganization, path: '/join#token=dGhpcyBpcyBub3QgYSByZWFsIHRva2Vu' },
  },
});
