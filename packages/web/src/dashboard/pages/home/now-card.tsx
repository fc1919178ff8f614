import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatCents, formatCount, formatNoun } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { ask } from '../../client/api.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { describeActivity } from '../runs/describe-activity.ts';
import { useActivities } from '../runs/use-activities.ts';
import { sessionKey, useLiveSessions } from '../sessions/use-live-sessions.ts';

const REFRESH_MS = 3_000;
const MOST_SESSIONS = 5;

/** What runs now: commands in the served folder, runs of workers, and sessions of agents. */
export function NowCard({ workspace_id }: { workspace_id: string }) {
  const activities = useActivities();
  const sessions = useLiveSessions(workspace_id).filter(({ is_graded }) => !is_graded);
  const { data: open } = useQuery({
    ...ask('getRunStats', { workspace_id, days: 1 }),
    refetchInterval: REFRESH_MS,
  });
  const isIdle =
    activities?.length === 0 && sessions.length === 0 && open !== undefined && open.queued + open.running === 0;
  const running = (activities?.length ?? 0) + sessions.length + (open?.running ?? 0);
  return (
    <Card title="Now">
      {isIdle ? <p className="note">Nothing is running.</p> : null}
      <p className="unseen" role="status">
        {running === 0 ? '' : `${formatCount(running)} running`}
      </p>
      <ul className="home-now">
        {(activities ?? []).map((activity) => (
          <li key={activity.activity_id}>
            <span className="pill" data-live>
              running
            </span>{' '}
            <code>{visibleLine(activity.command)}</code> {visibleLine(describeActivity(activity).join(' · '))}
          </li>
        ))}
        {open === undefined || open.running === 0 ? null : (
          <li>
            <span className="pill" data-live>
              running
            </span>{' '}
            <Link to="/runs" search={{ status: 'running' } as never}>
              {formatNoun(open.running, 'run')} on workers
            </Link>
          </li>
        )}
        {open === undefined || open.queued === 0 ? null : (
          <li>
            <span className="pill">queued</span>{' '}
            <Link to="/runs" search={{ status: 'queued' } as never}>
              {formatNoun(open.queued, 'run')} waiting for a worker
            </Link>
          </li>
        )}
        {sessions.slice(0, MOST_SESSIONS).map((session) => (
          <li key={sessionKey(session)}>
            <span className="pill" data-live>
              session
            </span>{' '}
            <Link to="/sessions">
              <bdi>{visibleLine(session.project ?? session.session_id)}</bdi>
            </Link>{' '}
            <span className="note">
              <bdi>{visibleLine(session.agent ?? session.service)}</bdi>, {formatNoun(session.turns, 'turn')}
              {session.cost_usd_micros === null ? '' : `, ${formatCents(session.cost_usd_micros / 1_000_000)} so far`},
              last activity <TimeAgo at={session.last_at} />
            </span>
          </li>
        ))}
        {sessions.length > MOST_SESSIONS ? (
          <li>
            <Link to="/sessions">{formatNoun(sessions.length - MOST_SESSIONS, 'more live session')}</Link>
          </li>
        ) : null}
      </ul>
    </Card>
  );
}
