import { Link } from '@tanstack/react-router';
import { CopyableText } from '../../parts/copyable-text.tsx';
import { useSession } from '../../session/use-session.ts';
import { useWorkspace } from '../../session/use-workspace.ts';

/** Three ways to get results onto this server, each one command. */
export function NextSteps() {
  const { scopes, workspaces, command: assay } = useSession();
  const workspace_id = useWorkspace()?.workspace_id;
  const { origin } = window.location;
  const isFirst = workspace_id === undefined || workspaces[0]?.workspace_id === workspace_id;
  const login = `${assay} login ${origin}${isFirst ? '' : ` --workspace ${workspace_id}`}`;
  return (
    <section className="steps" aria-label="Next steps">
      <Step
        title="Grade your sessions"
        command={`${login} && ${assay} push --since 7d`}
        text="Sends the sessions that your agents had in the last 7 days. Secrets are redacted first."
      />
      <Step
        title="Mine your repository"
        command={`${assay} mine --limit 5`}
        text="Turns commits of a git repository into tasks with proven checks. Your checkout is only read."
      />
      <Step
        title="Connect your agent"
        command={`eval "$(${assay} otel claude --url ${origin})"`}
        text="Shows sessions live while they run. To check each session before it ends, use assay hook install."
      />
      <p className="note steps-key">
        <code>assay login</code> asks for a key, and <code>assay otel</code> reads it from <code>ASSAY_API_KEY</code>.{' '}
        {scopes.includes('admin') ? (
          <Link to="/settings/$section" params={{ section: 'keys' } as never}>
            Create a key
          </Link>
        ) : (
          'Ask an admin for a key with the scope write.'
        )}
      </p>
    </section>
  );
}

interface StepProps {
  readonly title: string;
  readonly command: string;
  readonly text: string;
}

function Step({ title, command, text }: StepProps) {
  return (
    <div className="card step">
      <h2>{title}</h2>
      <p className="note">{text}</p>
      <CopyableText text={command} what={`the command: ${title}`} />
    </div>
  );
}
