import { Fragment } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatNoun } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { Paged, usePages } from '../../parts/paged.tsx';
import { PushCommands } from '../../parts/push-commands.tsx';
import { useSort } from '../../parts/sorting/use-sort.ts';
import { useLineKeys } from '../../parts/use-line-keys.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { Empty } from '../../states/empty.tsx';
import { LiveSessions } from './live-sessions.tsx';
import { PatternsCards } from './patterns-card.tsx';
import { NEWEST_SESSIONS, SESSION_COLUMNS, SessionTable } from './session-table.tsx';
import { type FolderSessions, listDigests, useFolderSessions } from './use-folder-sessions.ts';

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
  const state = useSort({ columns: SESSION_COLUMNS, first: NEWEST_SESSIONS });
  const sessions = usePages('listAgentSessions', { workspace_id, ...state.sorted });
  const found = useFolderSessions();
  useLineKeys();
  return (
    <Card title="Sessions">
      <Paged pages={sessions} what="the sessions" empty={<NoSessions found={found} />}>
        {(items) => <SessionTable sessions={items} here={listDigests(found)} {...state} />}
      </Paged>
      {found === undefined ? null : <FolderNotes found={found} />}
    </Card>
  );
}

function NoSessions({ found }: { found: FolderSessions | undefined }) {
  if (found?.is_reading)
    return (
      <Empty title="Reading your sessions">
        <p className="note">The sessions that your agents had in {visibleLine(found.folder ?? '')} appear here.</p>
      </Empty>
    );
  return (
    <Empty title="No sessions yet">
      {found === undefined ? null : (
        <p className="note">
          Agents on this machine had no session in {visibleLine(found.folder ?? '')} that ended more than a minute ago.
        </p>
      )}
      <p className="note">
        A session is what an agent did for you, as its log tells. Push the sessions of any machine:
      </p>
      <PushCommands commands={['push --since 7d']} />
    </Empty>
  );
}

import './sessions.css';

/** What is missing of the sessions on this machine: not read yet, too old, or not readable. */
function FolderNotes({ found }: { found: FolderSessions }) {
  const { folder, items, is_reading, is_partial, without_folder } = found;
  const unread = items.filter(({ problem }) => problem !== null);
  return (
    <div className="folder-notes">
      {is_reading ? <p className="note">Reading the sessions of {visibleLine(folder ?? '')}…</p> : null}
      {is_partial ? <p className="note">Only the newest sessions of this machine are read.</p> : null}
      {without_folder === 0 ? null : (
        <p className="note">
          {formatNoun(without_folder, 'session file')} of this machine {without_folder === 1 ? 'names' : 'name'} no
          folder. Show them with <code>assay grade</code>.
        </p>
      )}
      {unread.length === 0 ? null : (
        <details>
          <summary>{formatNoun(unread.length, 'session file')} could not be read</summary>
          <ul>
            {unread.map(({ file, problem }) => (
              <li key={file}>
                <code>{visibleLine(file)}</code>
                <p className="note">
                  <bdi>{visibleLine(problem ?? '')}</bdi>
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
