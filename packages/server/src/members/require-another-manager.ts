import { AssayError, type OrganizationId } from '@assay/schema';
import type { ApiKeyId, MemberId } from '@assay/schema/api';
import type { Tables } from '../store/store.ts';

/**
 * Throws if nobody could manage the organization without this owner or key. A key that expires does not count. Call it in
 * the transaction that makes the change: two that are last together cannot both go.
 */
export async function requireAnotherManager(
  { organizations, members, api_keys }: Pick<Tables, 'organizations' | 'members' | 'api_keys'>,
  organization_id: OrganizationId,
  leaving: MemberId | ApiKeyId,
): Promise<void> {
  await organizations.lock(organization_id);
  const owners = await members.listOwners(organization_id);
  const keys = await api_keys.listLastingAdmins(organization_id);
  const managers = [...owners.map(({ member_id }) => member_id), ...keys.map(({ api_key_id }) => api_key_id)];
  if (managers.length !== 1 || managers[0] !== leaving) return;
  const last = owners.length === 1 ? 'the last owner' : 'the last admin key';
  throw new AssayError(
    'conflict',
    `${leaving} is ${last}; without it nobody could manage the organization. Make another member an owner first, or create an admin key that does not expire.`,
  );
}
