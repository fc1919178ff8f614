import { createOrganization } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { invitationPath } from '../../members/link-paths.ts';
import { addOwnedOrganization } from '../../organizations/add-owned-organization.ts';
import { requireFirstOrganization } from '../../organizations/require-first-organization.ts';

export const createOrganizationHandler = handle(
  createOrganization,
  async ({ body: { name, email = null }, caller, services: { store, now } }) => {
    const { organization_id, actor } = caller;
    await requireFirstOrganization(store, organization_id);
    const { organization, token } = await addOwnedOrganization(store, { name, email, created_by: actor, now });
    await store.audit_log.append(organization_id, {
      ...{ actor, action: 'organization.create', target: organization.organization_id },
      details: { name },
    });
    return { organization, path: invitationPath(token) };
  },
  { tells_secret: true },
);
