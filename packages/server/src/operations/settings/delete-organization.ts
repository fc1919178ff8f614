import { AssayError } from '@assay/schema';
import { deleteOrganization } from '@assay/schema/api';
import { handleInSteps } from '../../http/handle.ts';
import { deleteOrganization as endAccess } from '../../organizations/delete-organization.ts';
import { requireFound } from '../require-found.ts';

export const deleteOrganizationHandler = handleInSteps(
  deleteOrganization,
  async ({ body, caller, services: { store, log } }) => {
    const { organization_id, actor } = caller;
    const { name } = requireFound(await store.organizations.find(organization_id), organization_id);
    if (body.name !== name)
      throw new AssayError(
        'invalid_input',
        `name: expected ${JSON.stringify(name)}, the name of this organization, found ${JSON.stringify(body.name)}. Nothing was deleted.`,
        { path: 'name' },
      );
    await endAccess(store, { organization_id, actor });
    log.write('warn', 'organization_delete_requested', { organization_id, name, actor });
    return undefined;
  },
  // a repeated request is rejected, because its key is revoked
  { own_idempotency: true },
);
