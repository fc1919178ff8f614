import { updateOrganization } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

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
