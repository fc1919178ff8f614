import './sessions.css';
import type { AgentSession } from '@assay/schema/api';
import { Link } from '@tanstack/react-router';
import { StatePills } from '../../../shared/cards/session/state-pills.tsx';
import { formatCents, formatCount, formatDuration } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { SortHeader } from '../../parts/sorting/sort-header.tsx';
import type { SortState } from '../../parts/sorting/use-sort.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';

/** The columns that the server sorts by. */
export const SESSION_COLUMNS = ['started_at', 'pushed_at', 'cost_usd_micros', 'wall_ms', 'findings'] as const;
type SessionColumn = (typeof SESSION_COLUMNS)[number];

/** The order of the list at first. */
export const NEWEST_SESSIONS = { sort: 'started_at', order: 'desc' } as const;

interface Props extends SortState<SessionColumn> {
  readonly sessions: readonly AgentSession[];
  /** The digests of the sessions on the machine of the server. */
  readonly here: ReadonlySet<string>;
}

/** Sessions that people pushed or that were found on this machine; each opens its page. */
export function SessionTable({ sessions, here, sorted, sort }: Props) {
  const header = (id: SessionColumn, title: string, className = '') => (
    <SortHeader
      title={title}
      isNumber
      className={className}
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
            {header('pushed_at', 'Stored', 'lesser')}
            {header('started_at', 'Started')}
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <SessionRow key={session.digest} session={session} isHere={here.has(session.digest)} />
          ))}
        </tbody>
      </table>
    </ScrollableTable>
  );
}

function SessionRow({ session, isHere }: { session: AgentSession; isHere: boolean }) {
  const { digest, agent, model, cost_usd_micros, started_at } = session;
  const place = session.project ?? session.source;
  return (
    <tr className="session-line">
      <td>
        <StatePills {...session} />
      </td>
      <th scope="row">
        <Link to="/sessions/$digest" params={{ digest } as never} className="line-link">
          <bdi title={visibleLine(place)}>{visibleLine(lastSegment(place))}</bdi>{' '}
          <span className="note">
            <bdi>{visibleLine([agent, ...(model === null ? [] : [model])].join(' · '))}</bdi>
          </span>
        </Link>{' '}
        {isHere ? <span className="tag">on this machine</span> : null}
      </th>
      <td className="number lesser">{formatCount(session.findings)}</td>
      <td className="number lesser">{cost_usd_micros === null ? '–' : formatCents(cost_usd_micros / 1_000_000)}</td>
      <td className="number lesser">{formatDuration(session.wall_ms)}</td>
      <td className="number lesser">
        <TimeAgo at={session.pushed_at} />
      </td>
      <td className="number">{started_at === null ? <span className="note">–</span> : <TimeAgo at={started_at} />}</td>
    </tr>
  );
}

const LONGEST = 400;

/** The name of a folder or file: the rest of its path is the same for most sessions. */
const lastSegment = (path: string): string =>
  path
    .slice(-LONGEST)
    .split(/[/\\]/)
    .findLast((segment) => segment !== '') ?? path;
