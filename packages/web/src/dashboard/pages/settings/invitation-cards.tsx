import type { Invitation, Role } from '@assay/schema/api';
import { type FormEvent, useState } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatInstant } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { api } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Field } from '../../parts/field.tsx';
import { Paged, usePages } from '../../parts/paged.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { type Column, SortedTable } from '../../parts/sorting/sorted-table.tsx';
import type { Rest } from '../../parts/sorting/use-sorted-rows.ts';
import { useAction } from '../../parts/use-action.ts';
import { RoleChoice } from './role-choice.tsx';

/** Invites people, and lists the open invitations. */
export function InvitationCards() {
  const invitations = usePages('listInvitations', { limit: 200 });
  const revoke = useAction({
    act: (invitation_id: Invitation['invitation_id']) => api.revokeInvitation({ invitation_id }),
    changes: ['listInvitations'],
  });
  return (
    <>
      <Card title="Invite a person">
        <InvitationForm />
      </Card>
      <Card title="Open invitations">
        <ActionError error={revoke.error} />
        <Paged pages={invitations} what="the invitations" empty={<p className="note">No open invitations.</p>}>
          {(items) => (
            <InvitationTable invitations={items} rest={invitations} busy={revoke.isPending} revoke={revoke.mutate} />
          )}
        </Paged>
      </Card>
    </>
  );
}

function InvitationForm() {
  const [role, setRole] = useState<Role>('editor');
  const [email, setEmail] = useState('');
  const [note, setNote] = useState('');
  const invite = useAction({
    act: () =>
      api.createInvitation({
        role,
        ...(email.trim() === '' ? {} : { email }),
        ...(note.trim() === '' ? {} : { note }),
      }),
    changes: ['listInvitations'],
    done: () => {
      setEmail('');
      setNote('');
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate(undefined);
  };
  return (
    <>
      <form className="form" onSubmit={onSubmit}>
        <Field label="Role">{({ id }) => <RoleChoice id={id} value={role} change={setRole} />}</Field>
        <Field label="Email" hint="Optional. For signing in with an identity provider. No message is sent.">
          {(control) => (
            <input {...control} type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
          )}
        </Field>
        <Field label="Note" hint="Optional. Whom the invitation is for.">
          {(control) => (
            <input
              {...control}
              type="text"
              maxLength={100}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        <div className="form-end">
          <button type="submit" className="primary" disabled={invite.isPending}>
            Create invitation
          </button>
          <ActionError error={invite.error} />
        </div>
      </form>
      {invite.data === undefined ? null : (
        <SecretOnce
          title="Invitation created. Whoever opens this link can join, once, within seven days."
          secret={`${window.location.origin}${invite.data.path}`}
          close={() => invite.reset()}
        />
      )}
    </>
  );
}

interface TableProps {
  readonly invitations: readonly Invitation[];
  readonly rest: Rest;
  readonly busy: boolean;
  readonly revoke: (invitation_id: Invitation['invitation_id']) => void;
}

const describeInvitee = ({ note, email }: Invitation): string =>
  visibleLine([note, email].filter((text) => text !== null).join(' · ') || 'anyone with the link');

// every invitation lasts equally long, so the last to end is the newest
const NEWEST = { sort: 'until', order: 'desc' } as const;
const COLUMNS: readonly Column<Invitation>[] = [
  { id: 'for', title: 'For', read: describeInvitee },
  { id: 'role', title: 'Role', read: ({ role }) => role },
  { id: 'until', title: 'Until', read: ({ expires_at }) => expires_at, first: 'desc' },
  { id: 'actions', title: 'Actions', isUnseen: true },
];

const InvitationTable = ({ invitations, rest, busy, revoke }: TableProps) => (
  <SortedTable
    label="Open invitations"
    columns={COLUMNS}
    rows={invitations}
    first={NEWEST}
    rest={rest}
    list="invitations"
  >
    {(invitation) => {
      const { invitation_id, role, expires_at } = invitation;
      const whom = describeInvitee(invitation);
      return (
        <tr key={invitation_id}>
          <th scope="row">
            <bdi>{whom}</bdi>
          </th>
          <td>{role}</td>
          <td>{formatInstant(expires_at)}</td>
          <td className="deeds">
            <ConfirmButton
              name="Revoke"
              really="Really revoke"
              about={`the invitation for ${whom}`}
              disabled={busy}
              act={() => revoke(invitation_id)}
            />
          </td>
        </tr>
      );
    }}
  </SortedTable>
);
