import { rememberBriefly } from '../services/remember-briefly.ts';

/** The reference latency of an organization; null if not set. */
export const findDefaultLatencyRef = rememberBriefly<number | null>(
  async ({ store }, organization_id) => (await store.organizations.find(organization_id))?.latency_ref_ms ?? null,
);
