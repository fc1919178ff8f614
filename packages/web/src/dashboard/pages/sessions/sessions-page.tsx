import type { AgentSession } from '@assay/schema/api';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { StatePills } from '../../../shared/cards/session/state-pills.tsx';
import { formatCents, formatCount, formatDuration } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { Paged, usePages } from '../../parts/paged.tsx';
import { PushCommands } from '../../parts/push-commands.tsx';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { SortHeader } from '../../parts/sort-header.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useLineKeys } from '../../parts/use-line-keys.ts';
import { readSearchText, type Search } from '../../search.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { Empty } from '../../states/empty.tsx';
import { LiveSessions } from './live-sessions.tsx';
import { PatternsCards } from './patterns-card.tsx';

/** The sessions that run now, what recurs over sessions, then those that have ended. */
export function SessionsPage() {
  const workspace = useWorkspace();
  return (
    <>
      <title>Sessions · Assay</title>
      <header className="page-head">
        <h1>Sessions</h1>
      </header>
      {workspace === undefined ? (
        <Empty title="No workspace yet">
          <p className="note">Sessions are stored in workspaces.</p>
        </Empty>
      ) : (
        <Fragment key={workspace.workspace_id}>
          <LiveSessions workspace_id={workspace.workspace_id} />
          <PatternsCards workspace_id={workspace.workspace_id} />
          <Sessions workspace_id={workspace.workspace_id} />
        </Fragment>
      )}
    </>
  );
}

function Sessions({ workspace_id }: { workspace_id: string }) {
  const { sorted, sort } = useSessionSort();
  const sessions = usePages('listAgentSessions', { workspace_id, ...sorted });
  return (
    <Card title="Sessions">
      <Paged
        pages={sessions}
        what="the sessions"
        empty={
          <Empty title="No sessions yet">
            <p className="note">
              A session is the work of an agent that you have already. Push the sessions of any machine:
            </p>
            <PushCommands commands={['assay push --since 7d']} />
          </Empty>
        }
      >
        {(items) => <SessionTable sessions={items} sorted={sorted} sort={sort} />}
      </Paged>
    </Card>
  );
}

/** The name of a folder or file: the rest of its path is the same for most sessions. */
const lastSegment = (path: string): string =>
  path
    .slice(-LONGEST)
    .split(/[/\\]/)
    .findLast((segment) => segment !== '') ?? path;
const LONGEST = 400;

const COLUMNS = ['pushed_at', 'cost_usd_micros', 'wall_ms', 'findings'] as const;

interface SessionSort {
  readonly sort: (typeof COLUMNS)[number];
  readonly order: 'asc' | 'desc';
}

interface SortState {
  readonly sorted: SessionSort;
  readonly sort: (sorted: SessionSort) => void;
}

/** How the list is sorted, in the address. */
function useSessionSort(): SortState {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const column = COLUMNS.find((one) => one === readSearchText(search, 'sort')) ?? 'pushed_at';
  const order = readSearchText(search, 'order') === 'asc' ? 'asc' : 'desc';
  return {
    sorted: { sort: column, order },
    sort: (sorted) => void navigate({ to: '.', search: { ...search, ...sorted } as never, replace: true }),
  };
}

function SessionTable({ sessions, sorted, sort }: SortState & { sessions: readonly AgentSession[] }) {
  useLineKeys();
  const header = (id: SessionSort['sort'], title: string, className?: string) => (
    <SortHeader
      title={title}
      isNumber
      {...(className === undefined ? {} : { className })}
      order={sorted.sort === id ? sorted.order : null}
      first="desc"
      sort={(order) => sort({ sort: id, order })}
    />
  );
  return (
    <ScrollableTable label="Sessions">
      <table className="sheet">
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Session</th>
            {header('findings', 'Findings', 'lesser')}
            {header('cost_usd_micros', 'Cost', 'lesser')}
            {header('wall_ms', 'Duration', 'lesser')}
            {header('pushed_at', 'Pushed')}
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.digest}>
              <td>
                <StatePills {...session} />
              </td>
              <th scope="row">
                <Link to="/sessions/$digest" params={{ digest: session.digest } as never} className="line-link">
                  <bdi title={visibleLine(session.project ?? session.source)}>
                    {visibleLine(lastSegment(session.project ?? session.source))}
                  </bdi>{' '}
                  <span className="note">
                    <bdi>
                      {visibleLine([session.agent, ...(session.model === null ? [] : [session.model])].join(' · '))}
                    </bdi>
                  </span>
                </Link>
              </th>
              <td className="number lesser">{formatCount(session.findings)}</td>
              <td className="number lesser">
                {session.cost_usd_micros === null ? '–' : formatCents(session.cost_usd_micros / 1_000_000)}
              </td>
              <td className="number lesser">{formatDuration(session.wall_ms)}</td>
              <td className="number">
                <TimeAgo at={session.pushed_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollableTable>
  );
}
