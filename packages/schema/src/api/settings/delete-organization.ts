import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { exampleOrganization } from './organization.ts';

export const deleteOrganization = defineOperation({
  id: 'delete_organization',
  method: 'post',
  path: '/v1/organization/delete',
  tag: 'Settings',
  summary: 'Delete the organization of the caller with everything in it',
  description:
    'Nobody can use it from then on: its keys are revoked and its members are signed out. The server deletes its data in the background. The first organization of a server owns its folder and cannot be deleted.',
  scope: 'admin',
  body: z.strictObject({
    name: z.string().max(200).meta({ description: 'The name of the organization, to confirm.' }),
  }),
  status: 202,
  answer: null,
  example: { body: { name: exampleOrganization.name } },
});
