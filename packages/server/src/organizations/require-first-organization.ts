import { AssayError, type OrganizationId } from '@assay/schema';
import type { Store } from '../store/store.ts';

/** Whether this is the organization whose owners run the server. */
export async function isFirstOrganization(
  { organizations }: Pick<Store, 'organizations'>,
  organization_id: OrganizationId,
): Promise<boolean> {
  return (await organizations.findFirst())?.organization_id === organization_id;
}

/** Refuses callers that do not run the server. */
export async function requireFirstOrganization(
  store: Pick<Store, 'organizations'>,
  organization_id: OrganizationId,
): Promise<void> {
  if (await isFirstOrganization(store, organization_id)) return;
  throw new AssayError(
    'forbidden',
    'Only owners of the first organization of a server manage its organizations. Ask one of them, or use `assay org` on the machine of the server.',
  );
}
