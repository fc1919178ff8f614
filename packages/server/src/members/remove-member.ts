import type { Member } from '@assay/schema/api';
import type { Store } from '../store/store.ts';
import type { ChangedMember } from './changed-member.ts';
import { requireAnotherManager } from './require-another-manager.ts';

/** Removes a member and signs it out. Undefined if the organization has no such member. */
export const removeMember = (
  store: Pick<Store, 'transaction'>,
  { organization_id, member_id, actor }: ChangedMember,
): Promise<Member | undefined> =>
  store.transaction(async (tables) => {
    // first, because it waits for another removal of the same member
    await requireAnotherManager(tables, organization_id, member_id);
    const member = await tables.members.find(organization_id, member_id);
    if (member === undefined) return undefined;
    await tables.members.remove(organization_id, member_id);
    const { name, email, role } = member;
    await tables.audit_log.append(organization_id, {
      actor,
      action: 'member.remove',
      target: member_id,
      details: { name, email, role },
    });
    return member;
  });
