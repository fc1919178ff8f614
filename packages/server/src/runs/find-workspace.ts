import { AssayError, type OrganizationId, type WorkspaceId } from '@assay/schema';
import type { Tables } from '../store/store.ts';

/** The named workspace; by default the first of the organization. */
export async function findWorkspace(
  { workspaces }: Pick<Tables, 'workspaces'>,
  organization_id: OrganizationId,
  named: WorkspaceId | undefined,
): Promise<WorkspaceId> {
  const workspace =
    named === undefined
      ? (await workspaces.list(organization_id, { limit: 1, after: null })).items[0]
      : await workspaces.find(organization_id, named);
  if (workspace !== undefined) return workspace.workspace_id;
  throw new AssayError(
    'not_found',
    named === undefined
      ? 'The organization has no workspace; create one with POST /v1/workspaces'
      : `There is no workspace ${named}`,
  );
}
