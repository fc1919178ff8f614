import { AssayError } from '@assay/schema';
import type { Session } from '@assay/schema/api';
import type { Caller } from '../http/caller.ts';
import type { Store } from '../store/store.ts';

type Known = Pick<Caller, 'organization_id' | 'scopes'> & { readonly csrf_token: string };

// the most that the workspace menu shows
const WORKSPACES = 200;

/** The session as sent to the browser. */
export async function describeSession(
  store: Pick<Store, 'organizations' | 'workspaces'>,
  { organization_id, scopes, csrf_token }: Known,
): Promise<Session> {
  const organization = await store.organizations.find(organization_id);
  if (organization === undefined) throw new AssayError('internal', 'the organization of this key does not exist');
  const { items } = await store.workspaces.list(organization_id, { limit: WORKSPACES, after: null });
  return {
    organization_id,
    organization: organization.name,
    workspaces: items.map(({ workspace_id, name }) => ({ workspace_id, name })),
    scopes: [...scopes],
    csrf_token,
  };
}
