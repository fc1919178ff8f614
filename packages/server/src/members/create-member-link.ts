import type { Store } from '../store/store.ts';
import type { ChangedMember } from './changed-member.ts';

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
