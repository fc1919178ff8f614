import type { OrganizationId, WorkspaceId } from '@assay/schema';
import type { TelemetryContent } from '@assay/schema/api';
import { createBoundedMap } from '../bounded-map.ts';
import { findWorkspace } from '../runs/find-workspace.ts';
import type { Services } from '../services/services.ts';

interface Destination {
  readonly workspace_id: WorkspaceId;
  readonly telemetry_content: TelemetryContent;
}

// a changed setting takes effect within this time on every server
const REMEMBERED_MS = 2_000;
const REMEMBERED = 10_000;

type Remembered = ReturnType<typeof createBoundedMap<Destination & { until_ms: number }>>;

// one cache per store, so databases do not mix
const known = new WeakMap<object, Remembered>();

/** Where telemetry of an organization is stored, and how much of it. Cached briefly. */
export async function findDestination(
  { store, now }: Pick<Services, 'store' | 'now'>,
  organization_id: OrganizationId,
  named: WorkspaceId | undefined,
): Promise<Destination> {
  const remembered: Remembered = known.get(store) ?? createBoundedMap(REMEMBERED);
  known.set(store, remembered);
  const key = `${organization_id} ${named ?? ''}`;
  const found = remembered.get(key);
  if (found !== undefined && found.until_ms > now()) return found;
  const workspace_id = await findWorkspace(store, organization_id, named);
  const { telemetry_content = 'redacted' } = (await store.organizations.find(organization_id)) ?? {};
  remembered.set(key, { workspace_id, telemetry_content, until_ms: now() + REMEMBERED_MS });
  return { workspace_id, telemetry_content };
}
