import { getOrganization } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const getOrganizationHandler = handle(getOrganization, async ({ caller, services: { store } }) =>
  requireFound(await store.organizations.find(caller.organization_id), caller.organization_id),
);
