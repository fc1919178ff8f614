import { z } from 'zod';
import { OrganizationId } from '../../ids.ts';
import { LatencyRefMs } from '../../reputation.ts';
import { Instant } from '../../units.ts';

export const Organization = z
  .object({
    organization_id: OrganizationId,
    name: z.string(),
    /** What latencies are measured against where an evaluation does not say; null is the 100 ms of the formula. */
    latency_ref_ms: LatencyRefMs.nullable(),
    created_at: Instant,
  })
  .meta({ id: 'Organization', description: 'Who owns the data. Nothing of one is ever seen by another.' });
export type Organization = z.infer<typeof Organization>;

/** As the reference shows one. */
export const exampleOrganization = {
  organization_id: 'org_01m7ew0rvjraj0vfggyenb7x96',
  name: 'Example',
  latency_ref_ms: null,
  created_at: '2026-11-15T12:00:00.000Z',
};
