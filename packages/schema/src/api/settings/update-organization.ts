import { z } from 'zod';
import { LatencyRefMs } from '../../reputation.ts';
import { defineOperation } from '../operation.ts';
import { exampleOrganization, Organization } from './organization.ts';
import { DisplayName } from './workspace.ts';

export const updateOrganization = defineOperation({
  id: 'update_organization',
  method: 'patch',
  path: '/v1/organization',
  tag: 'Settings',
  summary: 'Give the organization another name, or another reference for latencies',
  description: 'A reference counts for evaluations that come a few seconds later, and never for those of before.',
  scope: 'admin',
  body: z.strictObject({ name: DisplayName.optional(), latency_ref_ms: LatencyRefMs.nullable().optional() }),
  status: 200,
  answer: Organization,
  example: { body: { name: 'Example' }, answer: exampleOrganization },
});
