import { defineOperation } from '../operation.ts';
import { exampleOrganization, Organization } from './organization.ts';

export const getOrganization = defineOperation({
  id: 'get_organization',
  method: 'get',
  path: '/v1/organization',
  tag: 'Settings',
  summary: 'Read the organization of the caller',
  scope: 'read',
  status: 200,
  answer: Organization,
  example: { answer: exampleOrganization },
});
