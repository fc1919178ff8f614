import type { Member, Role } from '@assay/schema/api';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { visibleLine } from '../../../shared/visible.ts';
import { api } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Paged, usePages } from '../../parts/paged.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { type Column, SortedTable } from '../../parts/sorting/sorted-table.tsx';
import type { Rest } from '../../parts/sorting/use-sorted-rows.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useAction } from '../../parts/use-action.ts';
import { InvitationCards } from './invitation-cards.tsx';
import { RoleChoice } from './role-choice.tsx';

/** The members, and the invitations. */
export function MembersSection() {
  const members = usePages('listMembers', { limit: 200 });
  return (
    <>
      <InvitationCards />
      <Card title="Members">
        <Paged
          pages={members}
          what="the members"
          empty={<p className="note">No members yet. Whoever has an API key can sign in too.</p>}
        >
          {(items) => <MemberTable members={items} rest={members} />}
        </Paged>
      </Card>
    </>
  );
}

interface TableProps {
  readonly members: readonly Member[];
  readonly rest: Rest;
}

const NEWEST = { sort: 'joined', order: 'desc' } as const;
const COLUMNS: readonly Column<Member>[] = [
  { id: 'name', title: 'Name', read: ({ name }) => name },
  { id: 'email', title: 'Email', read: ({ email }) => email, className: 'lesser' },
  { id: 'role', title: 'Role', read: ({ role }) => role },
  { id: 'joined', title: 'Joined', read: ({ created_at }) => created_at, first: 'desc', className: 'lesser' },
  { id: 'actions', title: 'Actions', isUnseen: true },
];

function MemberTable({ members, rest }: TableProps) {
  const update = useAction({
    act: ({ member_id, role }: Pick<Member, 'member_id' | 'role'>) => api.updateMember({ member_id, role }),
    changes: ['listMembers', 'session'],
  });
  const remove = useAction({
    act: ({ member_id }: Member) => api.removeMember({ member_id }),
    changes: ['listMembers', 'session'],
  });
  const createLink = useAction({
    act: async ({ member_id, name }: Member) => ({ name, ...(await api.createSignInLink({ member_id })) }),
    changes: [],
  });
  const busy = update.isPending || remove.isPending || createLink.isPending;
  return (
    <>
      <ActionError error={update.error ?? remove.error ?? createLink.error} />
      {createLink.data === undefined ? null : (
        <SecretOnce
          title={`This link signs ${visibleLine(createLink.data.name)} in, once, within half an hour.`}
          secret={`${window.location.origin}${createLink.data.path}`}
          close={() => createLink.reset()}
        />
      )}
      <SortedTable label="Members" columns={COLUMNS} rows={members} first={NEWEST} rest={rest} list="members">
        {(member) => (
          <MemberRow
            key={member.member_id}
            member={member}
            busy={busy}
            changeRole={(role) => update.mutate({ member_id: member.member_id, role })}
            createLink={() => createLink.mutate(member)}
            remove={() => remove.mutate(member)}
          />
        )}
      </SortedTable>
    </>
  );
}

interface RowProps {
  readonly member: Member;
  readonly busy: boolean;
  readonly changeRole: (role: Role) => void;
  readonly createLink: () => void;
  readonly remove: () => void;
}

function MemberRow({ member, busy, changeRole, createLink, remove }: RowProps) {
  const name = visibleLine(member.name);
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td className="lesser">{member.email === null ? null : <bdi>{visibleLine(member.email)}</bdi>}</td>
      <td>
        <RoleChoice brief label={`Role of ${name}`} value={member.role} change={changeRole} disabled={busy} />
      </td>
      <td className="lesser">
        <TimeAgo at={member.created_at} />
      </td>
      <td className="deeds">
        <button type="button" disabled={busy} onClick={createLink}>
          Sign-in link<span className="unseen"> for {name}</span>
        </button>
        <ConfirmButton name="Remove" really="Really remove" about={name} disabled={busy} act={remove} />
      </td>
    </tr>
  );
}
