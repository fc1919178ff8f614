import { getServer } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { isFirstOrganization } from '../../organizations/require-first-organization.ts';

export const getServerHandler = handle(getServer, async ({ caller, services: { store, oidc, queue } }) => ({
  contents: describeContents(store.blobs.current?.location ?? null),
  identity_provider:
    oidc === undefined
      ? null
      : { issuer: oidc.settings.issuer.href, allowed_domains: [...oidc.settings.allowed_domains] },
  executes_runs: queue !== undefined,
  manages_organizations: await isFirstOrganization(store, caller.organization_id),
}));

function describeContents(location: string | null): 'database' | 'folder' | 'object_store' {
  if (location === null) return 'database';
  return location.startsWith('fs:') ? 'folder' : 'object_store';
}
