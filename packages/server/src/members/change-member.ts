import type { Member } from '@assay/schema/api';
import type { Store } from '../store/store.ts';
import type { MemberChange } from '../store/tables/access/members.ts';
import type { ChangedMember } from './changed-member.ts';
import { requireAnotherManager } from './require-another-manager.ts';

/** Changes a member. Undefined if the organization has no such member. */
export const changeMember = (
  store: Pick<Store, 'transaction'>,
  { organization_id, member_id, actor }: ChangedMember,
  change: MemberChange,
): Promise<Member | undefined> =>
  store.transaction(async (tables) => {
    if (change.role !== undefined && change.role !== 'owner')
      await requireAnotherManager(tables, organization_id, member_id);
    const before = await tables.members.find(organization_id, member_id);
    const member = await tables.members.update(organization_id, member_id, change);
    if (before === undefined || member === undefined) return undefined;
    await tables.audit_log.append(organization_id, {
      actor,
      action: 'member.update',
      target: member_id,
      details: { ...change, before: { role: before.role, name: before.name, email: before.email } },
    });
    return member;
  });
