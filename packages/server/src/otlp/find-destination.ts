import type { WorkspaceId } from '@assay/schema';
import type { TelemetryContent } from '@assay/schema/api';
import { findWorkspace } from '../runs/find-workspace.ts';
import { rememberBriefly } from '../services/remember-briefly.ts';

interface Destination {
  readonly workspace_id: WorkspaceId;
  readonly telemetry_content: TelemetryContent;
}

/** Where telemetry of an organization is stored, by default in its first workspace, and how much of it. */
export const findDestination = rememberBriefly<Destination>(async ({ store }, organization_id, named) => {
  const workspace_id = await findWorkspace(store, organization_id, named as WorkspaceId | undefined);
  const { telemetry_content = 'redacted' } = (await store.organizations.find(organization_id)) ?? {};
  return { workspace_id, telemetry_content };
});
