import { AssayError, type OrganizationId } from '@assay/schema';
import { MemberId, type Session } from '@assay/schema/api';
import type { Caller } from '../http/caller.ts';
import type { Services } from '../services/services.ts';
import type { Store } from '../store/store.ts';

type Known = Pick<Caller, 'organization_id' | 'scopes' | 'actor'> & { readonly csrf_token: string };
type Needed = Pick<Store, 'organizations' | 'workspaces' | 'members'>;

interface SignInsOfBrowser {
  readonly signed_in?: readonly OrganizationId[];
  readonly left_out?: readonly OrganizationId[];
}

// the most that the workspace menu shows
const WORKSPACES = 200;

/** The session as sent to the browser, with all organizations that it is signed in to. */
export async function describeSession(
  { store, command = 'assay' }: Pick<Services, 'store' | 'command'>,
  { organization_id, scopes, actor, csrf_token }: Known,
  { signed_in = [organization_id], left_out = [] }: SignInsOfBrowser = {},
): Promise<Session> {
  const { items } = await store.workspaces.list(organization_id, { limit: WORKSPACES, after: null });
  const describeAll = (ids: readonly OrganizationId[]) =>
    Promise.all(ids.map((one) => describeOrganization(store, one)));
  const { name } = await describeOrganization(store, organization_id);
  return {
    organization_id,
    organization: name,
    workspaces: items.map(({ workspace_id, name, share_links }) => ({ workspace_id, name, share_links })),
    member: await describeMember(store, organization_id, actor),
    organizations: await describeAll(signed_in),
    left_out: await describeAll(left_out),
    scopes: [...scopes],
    command,
    csrf_token,
  };
}

async function describeOrganization({ organizations }: Needed, organization_id: OrganizationId) {
  const found = await organizations.find(organization_id);
  if (found === undefined) throw new AssayError('internal', 'the organization of this key does not exist');
  return { organization_id, name: found.name };
}

async function describeMember({ members }: Needed, organization_id: OrganizationId, actor: string) {
  const member_id = MemberId.safeParse(actor);
  const found = member_id.success ? await members.find(organization_id, member_id.data) : undefined;
  return found === undefined ? null : { member_id: found.member_id, name: found.name };
}
