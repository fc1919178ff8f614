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
        A run is one agent on one task. Run an agent on any machine and upload the run. It appears here when it is
        graded:
      </p>
      <pre>
        <code>{COMMANDS}</code>
      </pre>
      <p className="note">
        Create a key with <code>assay key create</code>. See the <a href="/docs">API reference</a>.
      </p>
    </Empty>
  );
}

const COMMANDS = `assay run SCENARIO --agent claude-code
tar -C .assay/runs/RUN_ID -czf run.tar.gz .
curl -H "Authorization: Bearer $ASSAY_API_KEY" \\
  -H "Content-Type: application/gzip" \\
  --data-binary @run.tar.gz ${typeof window === 'undefined' ? '' : window.location.origin}/v1/runs`;
