import type { OrganizationId, WorkspaceId } from '@assay/schema';
import type { Organization } from '@assay/schema/api';
import { createStoreId } from './store/sql/ids.ts';
import type { Store, Tables } from './store/store.ts';

/** The default owner of a server's data. */
export interface Owner {
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId;
  /** The secret of an admin key; only at the first start. */
  readonly first_key: string | null;
}

/** The first organization and its first workspace; created if missing. */
export async function findOwner(store: Store, now: () => number): Promise<Owner> {
  const organization = await store.organizations.findFirst();
  if (organization !== undefined) {
    const { organization_id } = organization;
    const { items } = await store.workspaces.list(organization_id, { limit: 1, after: null });
    const workspace_id = items[0]?.workspace_id ?? (await createWorkspace(store, organization_id, now));
    return { organization_id, workspace_id, first_key: null };
  }
  const { secret, ...owner } = await createOrganization(store, { name: 'My organization', now });
  return { ...owner, first_key: secret };
}

/** Creates an organization with a workspace and an admin key, whose secret is returned only here. */
export const createOrganization = (
  store: Store,
  { name, now }: { readonly name: string; readonly now: () => number },
): Promise<Omit<Owner, 'first_key'> & { secret: string }> =>
  store.transaction(async (tables) => {
    const { organization_id, workspace_id } = await addOrganization(tables, { name, now });
    const { secret } = await tables.api_keys.create(organization_id, { name: 'first start', scopes: ['admin'] });
    return { organization_id, workspace_id, secret };
  });

/** Adds an organization with a workspace. Nobody can use it yet. */
export async function addOrganization(
  tables: Pick<Tables, 'organizations' | 'workspaces'>,
  { name, now }: { readonly name: string; readonly now: () => number },
): Promise<Organization & { workspace_id: WorkspaceId }> {
  const organization_id = createStoreId('org', now()) as OrganizationId;
  const organization = await tables.organizations.create({ organization_id, name });
  return { ...organization, workspace_id: await createWorkspace(tables, organization_id, now) };
}

async function createWorkspace(
  { workspaces }: Pick<Tables, 'workspaces'>,
  organization_id: OrganizationId,
  now: () => number,
): Promise<WorkspaceId> {
  const workspace_id = createStoreId('wsp', now()) as WorkspaceId;
  await workspaces.create(organization_id, { workspace_id, name: 'main', weights: null });
  return workspace_id;
}
