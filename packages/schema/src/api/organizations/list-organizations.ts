import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { exampleOrganization, Organization } from '../settings/organization.ts';

export const listOrganizations = defineOperation({
  id: 'list_organizations',
  method: 'get',
  path: '/v1/organizations',
  tag: 'Settings',
  summary: 'List the organizations of the server, oldest first',
  description: 'Only for owners and admin keys of the first organization. They see no data of the others.',
  scope: 'admin',
  status: 200,
  answer: z.object({
    items: z.array(Organization.pick({ organization_id: true, name: true, created_at: true })),
  }),
  example: {
    answer: {
      items: [
        {
          organization_id: exampleOrganization.organization_id,
          name: exampleOrganization.name,
          created_at: exampleOrganization.created_at,
        },
      ],
    },
  },
});
