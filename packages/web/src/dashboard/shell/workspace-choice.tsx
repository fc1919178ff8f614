import { visibleLine } from '../../shared/visible.ts';
import { useSession } from '../session/use-session.ts';
import { useSwitchWorkspace, useWorkspace } from '../session/use-workspace.ts';

/** Selects the current workspace. */
export function WorkspaceChoice() {
  const { workspaces } = useSession();
  const chosen = useWorkspace();
  const choose = useSwitchWorkspace();
  if (chosen === undefined) return null;
  return (
    <label className="workspace">
      <span className="note">Workspace</span>
      <select value={chosen.workspace_id} onChange={(event) => choose(event.target.value)}>
        {workspaces.map(({ workspace_id, name }) => (
          <option key={workspace_id} value={workspace_id}>
            {visibleLine(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
