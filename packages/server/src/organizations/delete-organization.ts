import { AssayError, type OrganizationId } from '@assay/schema';
import type { Store } from '../store/store.ts';

/**
 * Ends every access to an organization. Its rows are deleted by `purgeOrganization`. The first organization stays: it
 * owns the folder of the server.
 */
export const deleteOrganization = (
  store: Pick<Store, 'transaction'>,
  { organization_id, actor }: { readonly organization_id: OrganizationId; readonly actor: string },
): Promise<void> =>
  store.transaction(async ({ organizations, deleted_organizations }) => {
    const first = await organizations.findFirst();
    if (first?.organization_id === organization_id)
      throw new AssayError(
        'conflict',
        'The first organization owns the runs in the folder of the server and cannot be deleted. To delete everything, delete the database and the folder.',
      );
    await deleted_organizations.add(organization_id, actor);
  });
