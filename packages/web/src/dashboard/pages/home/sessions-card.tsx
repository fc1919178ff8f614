import '../sessions/sessions.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatNoun } from '../../../shared/format.ts';
import { ask } from '../../client/api.ts';
import { useSort } from '../../parts/sorting/use-sort.ts';
import { NEWEST_SESSIONS, SESSION_COLUMNS, SessionTable } from '../sessions/session-table.tsx';
import { listDigests, useFolderSessions } from '../sessions/use-folder-sessions.ts';

const MOST_LISTED = 5;

/** The newest sessions, pushed or found on this machine. Nothing if there are none. */
export function SessionsCard({ workspace_id }: { workspace_id: string }) {
  const state = useSort({ columns: SESSION_COLUMNS, first: NEWEST_SESSIONS, list: 'sessions' });
  const { data } = useQuery({
    ...ask('listAgentSessions', { workspace_id, limit: MOST_LISTED, ...state.sorted }),
    placeholderData: keepPreviousData,
  });
  const found = useFolderSessions();
  if (data === undefined || data.items.length === 0) return null;
  const unread = found?.items.filter(({ problem }) => problem !== null).length ?? 0;
  return (
    <Card title="Sessions" aside={<Link to="/sessions">All sessions</Link>}>
      <SessionTable sessions={data.items} here={listDigests(found)} {...state} />
      {unread === 0 ? null : (
        <div className="folder-notes">
          <p className="note">
            <Link to="/sessions">{formatNoun(unread, 'session file')}</Link> could not be read.
          </p>
        </div>
      )}
    </Card>
  );
}
