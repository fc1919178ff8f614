import type { Share, Workspace } from '@assay/schema/api';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatInstant } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { api } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Paged, usePages } from '../../parts/paged.tsx';
import { type Column, SortedTable } from '../../parts/sorting/sorted-table.tsx';
import type { Rest } from '../../parts/sorting/use-sorted-rows.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useCanWrite, useSession } from '../../session/use-session.ts';
import { useNow } from '../../use-now.ts';
import { readSharedMatrix, writeMatrixState } from '../compare/matrix-state.ts';
import { useIsAdmin } from './use-is-admin.ts';

// of `2026-12-18T11:52:11.000Z`
const DAY_LENGTH = 10;

/** Whether links work, by workspace, and the links. */
export function SharingSection() {
  const workspaces = usePages('listWorkspaces', { limit: 200 });
  const shares = usePages('listShares', { limit: 200 });
  const revoke = useAction({
    act: (share_id: Share['share_id']) => api.revokeShare({ share_id }),
    changes: ['listShares'],
  });
  return (
    <>
      <Card title="Share links">
        <p className="note">
          People with a link can see shared runs, comparisons and matrices without signing in. Turning links off ends
          all of them at once.
        </p>
        <Paged pages={workspaces} what="the workspaces" empty={<p className="note">No workspaces yet.</p>}>
          {(items) => (
            <div className="share-switches">
              {items.map((workspace) => (
                <LinkSwitch key={workspace.workspace_id} workspace={workspace} />
              ))}
            </div>
          )}
        </Paged>
      </Card>
      <Card title="Links">
        <ActionError error={revoke.error} />
        <Paged pages={shares} what="the links" empty={<p className="note">No links yet.</p>}>
          {(items) => <ShareTable shares={items} rest={shares} busy={revoke.isPending} revoke={revoke.mutate} />}
        </Paged>
      </Card>
    </>
  );
}

function LinkSwitch({ workspace: { workspace_id, name, share_links } }: { workspace: Workspace }) {
  const isAdmin = useIsAdmin();
  const change = useAction({
    act: (isOn: boolean) => api.updateWorkspace({ workspace_id, share_links: isOn }),
    // the session says where links can be created
    changes: ['listWorkspaces', 'session'],
  });
  return (
    <p>
      <label className="check">
        <input
          type="checkbox"
          checked={change.isPending ? change.variables : share_links}
          disabled={!isAdmin || change.isPending}
          onChange={(event) => change.mutate(event.target.checked)}
        />
        <span>
          Allow links in <bdi>{visibleLine(name)}</bdi>
        </span>
      </label>
      <ActionError error={change.error} />
    </p>
  );
}

interface TableProps {
  readonly shares: readonly Share[];
  readonly busy: boolean;
  readonly revoke: (share_id: Share['share_id']) => void;
}

const NEWEST = { sort: 'created', order: 'desc' } as const;
const COLUMNS: readonly Column<Share>[] = [
  { id: 'shows', title: 'Shows', read: ({ title }) => title },
  { id: 'kind', title: 'Kind', read: ({ target }) => target.kind, className: 'lesser' },
  { id: 'created', title: 'Created', read: ({ created_at }) => created_at, first: 'desc', className: 'lesser' },
  { id: 'until', title: 'Works until', read: ({ revoked_at, expires_at }) => revoked_at ?? expires_at },
  {
    id: 'opened',
    title: 'Last opened',
    read: ({ last_opened_at }) => last_opened_at,
    ...({ first: 'desc', className: 'lesser' } as const),
  },
  { id: 'actions', title: 'Actions', isUnseen: true },
];

const ShareTable = ({ shares, rest, ...actions }: TableProps & { readonly rest: Rest }) => (
  <SortedTable label="Links" columns={COLUMNS} rows={shares} first={NEWEST} rest={rest}>
    {(share) => <ShareRow key={share.share_id} share={share} {...actions} />}
  </SortedTable>
);

function ShareRow({ share, busy, revoke }: Omit<TableProps, 'shares'> & { readonly share: Share }) {
  const { share_id, title, created_by, created_by_name, created_at, expires_at, revoked_at, last_opened_at } = share;
  const { member, scopes } = useSession();
  const isOwn = member?.member_id === created_by;
  const mayRevoke = useCanWrite() && (isOwn || scopes.includes('admin'));
  const now = useNow();
  const isExpired = expires_at !== null && Date.parse(expires_at) <= now;
  const hasEnded = revoked_at !== null || isExpired;
  return (
    <tr data-off={hasEnded || undefined}>
      <th scope="row">
        <TargetLink share={share} />
      </th>
      <td className="lesser">{share.target.kind}</td>
      <td className="lesser">
        <bdi title={created_by}>{visibleLine(created_by_name ?? created_by)}</bdi>, <TimeAgo at={created_at} />
      </td>
      <td title={expires_at === null ? undefined : formatInstant(expires_at)}>
        {revoked_at !== null ? 'revoked' : isExpired ? 'expired' : tellEnd(expires_at)}
      </td>
      <td className="lesser">{last_opened_at === null ? 'never' : <TimeAgo at={last_opened_at} />}</td>
      <td className="deeds">
        {hasEnded || !mayRevoke ? null : (
          <ConfirmButton
            name="Revoke"
            really="Really revoke"
            about={`the link to ${visibleLine(title)}`}
            disabled={busy}
            act={() => revoke(share_id)}
          />
        )}
      </td>
    </tr>
  );
}

const tellEnd = (expires_at: string | null): string =>
  expires_at === null ? 'no end' : expires_at.slice(0, DAY_LENGTH);

function TargetLink({ share: { target, title } }: { share: Share }) {
  const name = <bdi>{visibleLine(title)}</bdi>;
  switch (target.kind) {
    case 'run':
      return (
        <Link to="/runs/$run_id" params={{ run_id: target.run_id } as never}>
          {name}
        </Link>
      );
    case 'comparison':
      return (
        <Link to="/compare/$comparison_id" params={{ comparison_id: target.comparison_id } as never}>
          {name}
        </Link>
      );
    case 'matrix':
      return (
        <Link
          to="/compare"
          search={{ ...writeMatrixState(readSharedMatrix(target.query)), workspace: target.workspace_id } as never}
        >
          {name}
        </Link>
      );
  }
}
