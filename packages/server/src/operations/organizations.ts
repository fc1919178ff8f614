import { AssayError } from '@assay/schema';
import {
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from '@assay/schema/api';
import { handle, handleInSteps } from '../http/handle.ts';
import { invitationPath } from '../members/link-paths.ts';
import { addOwnedOrganization } from '../organizations/add-owned-organization.ts';
import { deleteOrganization as endAccess } from '../organizations/delete-organization.ts';
import { requireFirstOrganization } from '../organizations/require-first-organization.ts';
import { requireFound } from './require-found.ts';

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

export const listOrganizationsHandler = handle(listOrganizations, async ({ caller, services: { store } }) => {
  await requireFirstOrganization(store, caller.organization_id);
  const items = await store.organizations.list();
  return {
    items: items.map(({ organization_id, name, created_at }) => ({ organization_id, name, created_at })),
  };
});

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

export const getOrganizationHandler = handle(getOrganization, async ({ caller, services: { store } }) =>
  requireFound(await store.organizations.find(caller.organization_id), caller.organization_id),
);

export const updateOrganizationHandler = handle(updateOrganization, ({ body, caller, services: { store } }) =>
  store.transaction(async ({ organizations, audit_log }) => {
    const { organization_id, actor } = caller;
    await organizations.lock(organization_id);
    const before = requireFound(await organizations.find(organization_id), organization_id);
    const organization = requireFound(await organizations.update(organization_id, body), organization_id);
    await audit_log.append(organization_id, {
      actor,
      action: 'organization.update',
      target: organization_id,
      details: body.name === undefined ? body : { ...body, before: before.name },
    });
    return organization;
  }),
);
