import { z } from 'zod';
import { OrganizationId } from '../../values/ids.ts';
import { defineOperation } from '../operation.ts';
import { exampleSession, Session } from './session.ts';

export const switchOrganization = defineOperation({
  id: 'switch_organization',
  method: 'post',
  path: '/v1/session/organization',
  tag: 'Sessions',
  summary: 'Switch the browser to another organization that it is signed in to',
  scope: 'read',
  body: z.strictObject({ organization_id: OrganizationId }),
  status: 200,
  answer: Session,
  example: { body: { organization_id: exampleSession.organization_id }, answer: exampleSession },
});
