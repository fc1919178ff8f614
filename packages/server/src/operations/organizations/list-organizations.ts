import { listOrganizations } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFirstOrganization } from '../../organizations/require-first-organization.ts';

export const listOrganizationsHandler = handle(listOrganizations, async ({ caller, services: { store } }) => {
  await requireFirstOrganization(store, caller.organization_id);
  const items = await store.organizations.list();
  return {
    items: items.map(({ organization_id, name, created_at }) => ({ organization_id, name, created_at })),
  };
});
