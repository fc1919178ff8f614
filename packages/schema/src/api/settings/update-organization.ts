import { z } from 'zod';
import { LatencyRefMs } from '../../reputation/reputation.ts';
import { defineOperation } from '../operation.ts';
import { exampleOrganization, Organization, TelemetryContent } from './organization.ts';
import { OrganizationName } from './organization-name.ts';

export const updateOrganization = defineOperation({
  id: 'update_organization',
  method: 'patch',
  path: '/v1/organization',
  tag: 'Settings',
  summary: 'Change the name, the latency reference or the telemetry content of the organization',
  description:
    'A new reference applies to later evaluations, and new telemetry content to later telemetry, after a few seconds. What is stored does not change.',
  scope: 'admin',
  body: z.strictObject({
    name: OrganizationName.optional(),
    latency_ref_ms: LatencyRefMs.nullable().optional(),
    telemetry_content: TelemetryContent.optional(),
  }),
  status: 200,
  answer: Organization,
  example: { body: { name: 'Example' }, answer: exampleOrganization },
});
