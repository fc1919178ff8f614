import type { SignIn } from '@assay/schema/api';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatInstant } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { api } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Paged, usePages } from '../../parts/paged.tsx';
import { type Column, SortedTable } from '../../parts/sorting/sorted-table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useAction } from '../../parts/use-action.ts';

const NEWEST = { sort: 'since', order: 'desc' } as const;
const COLUMNS: readonly Column<SignIn>[] = [
  { id: 'by', title: 'Signed in by', read: ({ actor_name, actor }) => actor_name ?? actor },
  { id: 'scopes', title: 'Scopes', read: ({ scopes }) => scopes.join(', ') },
  { id: 'since', title: 'Since', read: ({ created_at }) => created_at, first: 'desc' },
  { id: 'until', title: 'Until', read: ({ expires_at }) => expires_at, first: 'desc', className: 'lesser' },
  { id: 'actions', title: 'Actions', isUnseen: true },
];

/** The browsers that are signed in. */
export function SignInsSection() {
  const signIns = usePages('listSignIns', { limit: 200 });
  const end = useAction({
    act: (sign_in_id: SignIn['sign_in_id']) => api.endSignIn({ sign_in_id }),
    changes: ['listSignIns'],
  });
  return (
    <Card title="Signed-in browsers">
      <ActionError error={end.error} />
      <Paged pages={signIns} what="the browsers" empty={<p className="note">No browser is signed in.</p>}>
        {(items) => (
          <SortedTable label="Signed-in browsers" columns={COLUMNS} rows={items} first={NEWEST} rest={signIns}>
            {(signIn) => <SignInRow key={signIn.sign_in_id} signIn={signIn} busy={end.isPending} end={end.mutate} />}
          </SortedTable>
        )}
      </Paged>
    </Card>
  );
}

interface RowProps {
  readonly signIn: SignIn;
  readonly busy: boolean;
  readonly end: (sign_in_id: SignIn['sign_in_id']) => void;
}

function SignInRow({ signIn, busy, end }: RowProps) {
  const { sign_in_id, actor, actor_name, scopes, created_at, expires_at, current } = signIn;
  const name = visibleLine(actor_name ?? actor);
  return (
    <tr>
      <th scope="row">
        <bdi title={actor}>{name}</bdi>
      </th>
      <td>{scopes.join(', ')}</td>
      <td>
        <TimeAgo at={created_at} />
      </td>
      <td className="lesser">{formatInstant(expires_at)}</td>
      <td className="deeds">
        {current ? (
          <span className="note">this browser</span>
        ) : (
          <ConfirmButton
            name="Sign out"
            really="Really sign out"
            about={`the browser of ${name}`}
            disabled={busy}
            act={() => end(sign_in_id)}
          />
        )}
      </td>
    </tr>
  );
}
