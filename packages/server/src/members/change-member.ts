import type { OrganizationId } from '@assay/schema';
import type { Member, MemberId } from '@assay/schema/api';
import type { Store } from '../store/store.ts';
import type { MemberChange } from '../store/tables/members.ts';
import { requireAnotherOwner } from './require-another-owner.ts';

/** A member, and who changes it. */
export interface ChangedMember {
  readonly organization_id: OrganizationId;
  readonly member_id: MemberId;
  readonly actor: string;
}

/** Changes a member. Undefined if the organization has no such member. */
export const changeMember = (
  store: Pick<Store, 'transaction'>,
  { organization_id, member_id, actor }: ChangedMember,
  change: MemberChange,
): Promise<Member | undefined> =>
  store.transaction(async (tables) => {
    if (change.role !== undefined && change.role !== 'owner')
      await requireAnotherOwner(tables, organization_id, member_id);
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

/** Removes a member and signs it out. Undefined if the organization has no such member. */
export const removeMember = (
  store: Pick<Store, 'transaction'>,
  { organization_id, member_id, actor }: ChangedMember,
): Promise<Member | undefined> =>
  store.transaction(async (tables) => {
    const member = await tables.members.find(organization_id, member_id);
    if (member === undefined) return undefined;
    await requireAnotherOwner(tables, organization_id, member_id);
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

/** A single-use token that signs a member in. Undefined if the organization has no such member. */
export const createMemberLink = (
  store: Pick<Store, 'transaction'>,
  { organization_id, member_id, actor }: ChangedMember,
): Promise<string | undefined> =>
  store.transaction(async ({ members, sessions, audit_log }) => {
    const member = await members.find(organization_id, member_id);
    if (member === undefined) return undefined;
    const entry = { actor, action: 'member.create_link', target: member_id, details: { name: member.name } };
    await audit_log.append(organization_id, entry);
    return sessions.createLink({ organization_id, scopes: [], actor: member_id });
  });
