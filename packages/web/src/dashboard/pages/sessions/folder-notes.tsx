import './sessions.css';
import { formatNoun } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import type { FolderSessions } from './use-folder-sessions.ts';

/** What is missing of the sessions on this machine: not read yet, too old, or not readable. */
export function FolderNotes({ found }: { found: FolderSessions }) {
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
