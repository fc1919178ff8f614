import type { AgentSession } from '@assay/schema/api';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { StatePills } from '../../../shared/cards/session/state-pills.tsx';
import { formatDuration, formatUsd } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { Paged, usePages } from '../../parts/paged.tsx';
import { PushCommands } from '../../parts/push-commands.tsx';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useLineKeys } from '../../parts/use-line-keys.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { Empty } from '../../states/empty.tsx';
import { LiveSessions } from './live-sessions.tsx';

/** The sessions that run now, then those that have ended, newest first. */
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
          <Sessions workspace_id={workspace.workspace_id} />
        </Fragment>
      )}
    </>
  );
}

function Sessions({ workspace_id }: { workspace_id: string }) {
  const sessions = usePages('listAgentSessions', { workspace_id });
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
        {(items) => <SessionTable sessions={items} />}
      </Paged>
    </Card>
  );
}

function SessionTable({ sessions }: { sessions: readonly AgentSession[] }) {
  useLineKeys();
  return (
    <ScrollableTable label="Sessions">
      <table className="sheet">
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Session</th>
            <th scope="col" className="number lesser">
              Cost
            </th>
            <th scope="col" className="number lesser">
              Duration
            </th>
            <th scope="col" className="number">
              Pushed
            </th>
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
                  <bdi>{visibleLine(session.project ?? session.source)}</bdi>{' '}
                  <span className="note">
                    <bdi>
                      {visibleLine([session.agent, ...(session.model === null ? [] : [session.model])].join(' · '))}
                    </bdi>
                  </span>
                </Link>
              </th>
              <td className="number lesser">
                {session.cost_usd_micros === null ? '–' : formatUsd(session.cost_usd_micros / 1e6)}
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
