import { PushCommands } from '../../parts/push-commands.tsx';
import { Empty } from '../../states/empty.tsx';

interface NoRunsProps {
  readonly filtered: boolean;
  readonly clear: () => void;
  /** Whether runs are in progress. */
  readonly making: boolean;
}

/** Shown if the workspace has no runs, or none match the filters. */
export function NoRuns({ filtered, clear, making }: NoRunsProps) {
  if (filtered)
    return (
      <Empty title="No matching runs">
        <p className="note">No run in this workspace matches all filters.</p>
        <button type="button" onClick={clear}>
          Clear filters
        </button>
      </Empty>
    );
  if (making)
    return (
      <Empty title="No finished runs yet">
        <p className="note">Each run appears here as soon as it is graded.</p>
      </Empty>
    );
  return (
    <Empty title="No runs yet">
      <p className="note">
        A run is one agent on one task. Run an agent on any machine and push the run. It appears here when it is graded:
      </p>
      <PushCommands commands={['run SCENARIO --agent claude-code --push']} />
      <p className="note">
        To push the runs you already have, use <code>assay push</code> in their folder.
      </p>
    </Empty>
  );
}
