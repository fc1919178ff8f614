import { z } from 'zod';
import { LatencyRefMs } from '../../reputation/reputation.ts';
import { defineOperation } from '../operation.ts';
import { exampleOrganization, Organization } from './organization.ts';
import { DisplayName } from './workspace.ts';

export const updateOrganization = defineOperation({
  id: 'update_organization',
  method: 'patch',
  path: '/v1/organization',
  tag: 'Settings',
  summary: 'Change the name or the latency reference of the organization',
  description: 'A new reference applies to later evaluations, after a few seconds. Earlier evaluations do not change.',
  scope: 'admin',
  body: z.strictObject({ name: DisplayName.optional(), latency_ref_ms: LatencyRefMs.nullable().optional() }),
  status: 200,
  answer: Organization,
  example: { body: { name: 'Example' }, answer: exampleOrganization },
});
