import type { LiveSession } from '@assay/schema/api';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatCents } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { sessionKey, useLiveSessions } from './use-live-sessions.ts';

/** The sessions that send telemetry now, on top of those that have ended. */
export function LiveSessions({ workspace_id }: { workspace_id: string }) {
  const sessions = useLiveSessions(workspace_id);
  if (sessions.length === 0) return null;
  return (
    <Card title="Live sessions">
      <ScrollableTable label="Live sessions">
        <table className="sheet">
          <thead>
            <tr>
              <th scope="col">State</th>
              <th scope="col">Session</th>
              <th scope="col" className="number">
                Turns
              </th>
              <th scope="col" className="number">
                Cost so far
              </th>
              <th scope="col" className="number lesser">
                Started
              </th>
              <th scope="col" className="number lesser">
                Last activity
              </th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <LiveRow key={sessionKey(session)} session={session} />
            ))}
          </tbody>
        </table>
      </ScrollableTable>
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
