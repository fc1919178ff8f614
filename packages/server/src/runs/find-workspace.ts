import { AssayError, type OrganizationId, type WorkspaceId } from '@assay/schema';
import type { Tables } from '../store/store.ts';

/** The workspace that a caller means: the one it names, or the first it has. */
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
      ? 'Expected the organization to have a workspace, found none: create one with POST /v1/workspaces'
      : `Expected the workspace ${named} to be there, found nothing by that id`,
  );
}
