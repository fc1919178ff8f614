import { AssayError, type OrganizationId } from '@assay/schema';
import type { MemberId } from '@assay/schema/api';
import type { Tables } from '../store/store.ts';

/** Throws if nobody could manage the organization without this member. Call it in the transaction that changes it. */
export async function requireAnotherOwner(
  { members, api_keys }: Pick<Tables, 'members' | 'api_keys'>,
  organization_id: OrganizationId,
  member_id: MemberId,
): Promise<void> {
  const owners = await members.lockOwners(organization_id);
  const isLast = owners.length === 1 && owners[0]?.member_id === member_id;
  if (!isLast || (await api_keys.hasAdmin(organization_id))) return;
  throw new AssayError(
    'conflict',
    `${member_id} is the last owner, and the organization has no admin key. Make another member an owner first, or create an admin key.`,
  );
}
