import { z } from 'zod';
import { LatencyRefMs } from '../../reputation/reputation.ts';
import { OrganizationId } from '../../values/ids.ts';
import { Instant } from '../../values/units.ts';

/** How much content of sessions that arrive as telemetry is stored. */
export const TelemetryContent = z.enum(['off', 'redacted', 'full']).meta({
  id: 'TelemetryContent',
  description: 'Content of telemetry that is stored: none, only names and numbers; all but secrets; all of it.',
});
export type TelemetryContent = z.infer<typeof TelemetryContent>;

export const Organization = z
  .object({
    organization_id: OrganizationId,
    name: z.string(),
    /** Latency reference for evaluations without their own; null: the formula's 100 ms. */
    latency_ref_ms: LatencyRefMs.nullable(),
    telemetry_content: TelemetryContent,
    created_at: Instant,
  })
  .meta({ id: 'Organization', description: 'Owner of the data. Organizations cannot see data of each other.' });
export type Organization = z.infer<typeof Organization>;

/** Example for the API reference. */
export const exampleOrganization = {
  organization_id: 'org_01m7ew0rvjraj0vfggyenb7x96',
  name: 'Example',
  latency_ref_ms: null,
  telemetry_content: 'redacted' as const,
  created_at: '2026-11-15T12:00:00.000Z',
};
