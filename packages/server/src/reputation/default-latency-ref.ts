import type { OrganizationId } from '@assay/schema';
import { createBoundedMap } from '../bounded-map.ts';
import type { Services } from '../services/services.ts';

// a changed setting takes effect within this time on every server
const REMEMBERED_MS = 2_000;
const REMEMBERED = 10_000;

type Remembered = ReturnType<typeof createBoundedMap<{ latency_ref_ms: number | null; until_ms: number }>>;

// one cache per store, so databases do not mix
const known = new WeakMap<object, Remembered>();

/** The reference latency of an organization; null if not set. Cached briefly. */
export async function findDefaultLatencyRef(
  { store, now }: Pick<Services, 'store' | 'now'>,
  organization_id: OrganizationId,
): Promise<number | null> {
  const remembered = known.get(store) ?? createBoundedMap(REMEMBERED);
  known.set(store, remembered);
  const found = remembered.get(organization_id);
  if (found !== undefined && found.until_ms > now()) return found.latency_ref_ms;
  const { latency_ref_ms = null } = (await store.organizations.find(organization_id)) ?? {};
  remembered.set(organization_id, { latency_ref_ms, until_ms: now() + REMEMBERED_MS });
  return latency_ref_ms;
}
