import { getOrganization } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { found } from '../found.ts';

export const getOrganizationHandler = handle(getOrganization, async ({ caller, services: { store } }) =>
  found(await store.organizations.find(caller.organization_id), caller.organization_id),
);
