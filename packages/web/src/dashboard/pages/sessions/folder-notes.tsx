import './sessions.css';
import { formatNoun } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import type { FolderSessions } from './use-folder-sessions.ts';

/** What was left out of the sessions on this machine: older ones, and files that could not be read. */
export function FolderNotes({ found: { items, is_partial, without_folder } }: { found: FolderSessions }) {
  const unread = items.filter(({ problem }) => problem !== null);
  return (
    <div className="folder-notes">
      {is_partial ? <p className="note">Of this machine, only the newest sessions are read.</p> : null}
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
