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
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { useAction } from '../../parts/use-action.ts';
import { RoleChoice } from './role-choice.tsx';

/** Invites people, and lists the open invitations. */
export function InvitationCards() {
  const invitations = usePages('listInvitations');
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
          {(items) => <InvitationTable invitations={items} busy={revoke.isPending} revoke={revoke.mutate} />}
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
  readonly busy: boolean;
  readonly revoke: (invitation_id: Invitation['invitation_id']) => void;
}

const InvitationTable = ({ invitations, busy, revoke }: TableProps) => (
  <ScrollableTable label="Open invitations">
    <table className="sheet">
      <thead>
        <tr>
          <th scope="col">For</th>
          <th scope="col">Role</th>
          <th scope="col">Until</th>
          <th scope="col">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invitations.map(({ invitation_id, role, email, note, expires_at }) => {
          const whom = visibleLine([note, email].filter((text) => text !== null).join(' · ') || 'anyone with the link');
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
        })}
      </tbody>
    </table>
  </ScrollableTable>
);
