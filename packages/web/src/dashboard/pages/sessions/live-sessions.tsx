import type { LiveSession } from '@assay/schema/api';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatCents } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { type Column, SortedTable } from '../../parts/sorting/sorted-table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { sessionKey, useLiveSessions } from './use-live-sessions.ts';

const NEWEST = { sort: 'active', order: 'desc' } as const;
const COLUMNS: readonly Column<LiveSession>[] = [
  { id: 'state', title: 'State', read: ({ problem }) => (problem === null ? 'running' : 'not graded') },
  { id: 'session', title: 'Session', read: ({ project, session_id }) => project ?? session_id },
  { id: 'turns', title: 'Turns', read: ({ turns }) => turns, first: 'desc', isNumber: true },
  { id: 'cost', title: 'Cost so far', read: ({ cost_usd_micros }) => cost_usd_micros, first: 'desc', isNumber: true },
  ...[
    { id: 'started', title: 'Started', read: ({ first_at }: LiveSession) => first_at },
    { id: 'active', title: 'Last activity', read: ({ last_at }: LiveSession) => last_at },
  ].map((column) => ({ ...column, first: 'desc', isNumber: true, className: 'lesser' }) as const),
];

/** The sessions that send telemetry now, on top of those that have ended. */
export function LiveSessions({ workspace_id }: { workspace_id: string }) {
  const sessions = useLiveSessions(workspace_id);
  if (sessions.length === 0) return null;
  return (
    <Card title="Live sessions">
      <SortedTable label="Live sessions" columns={COLUMNS} rows={sessions} first={NEWEST} list="live">
        {(session) => <LiveRow key={sessionKey(session)} session={session} />}
      </SortedTable>
    </Card>
  );
}

function LiveRow({ session }: { session: LiveSession }) {
  const { project, session_id, problem, turns, cost_usd_micros, first_at, last_at } = session;
  const names = [session.agent ?? session.service, ...(session.model === null ? [] : [session.model])];
  return (
    <tr>
      <td>
        {problem === null ? (
          <span className="pill">running</span>
        ) : (
          <span className="pill" data-tone="bad">
            not graded
          </span>
        )}
      </td>
      <th scope="row">
        <bdi>{visibleLine(project ?? session_id)}</bdi>{' '}
        <span className="note">
          <bdi>{visibleLine(names.join(' · '))}</bdi>
          {problem === null ? null : `: ${visibleLine(problem)}`}
        </span>
      </th>
      <td className="number">{turns}</td>
      <td className="number">{cost_usd_micros === null ? '–' : formatCents(cost_usd_micros / 1_000_000)}</td>
      <td className="number lesser">
        <TimeAgo at={first_at} />
      </td>
      <td className="number lesser">
        <TimeAgo at={last_at} />
      </td>
    </tr>
  );
}
