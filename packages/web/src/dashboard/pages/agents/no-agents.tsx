import { Link } from '@tanstack/react-router';
import { PushCommands } from '../../parts/push-commands.tsx';
import { Empty } from '../../states/empty.tsx';

/** Shown if no agent is ranked, or none was ever evaluated. */
export function NoAgents({ order }: { order: 'score' | 'name' }) {
  if (order === 'score')
    return (
      <Empty title="No ranked agents yet">
        <p className="note">
          An agent needs 50 evaluations for a rank.{' '}
          <Link to="/agents" search={{ view: 'all' } as never}>
            Show all agents
          </Link>
        </p>
      </Empty>
    );
  return (
    <Empty title="No agents yet">
      <p className="note">
        Every graded run adds an evaluation of its agent. Run an agent on any machine and push the run:
      </p>
      <PushCommands commands={['run SCENARIO --agent claude-code --push']} />
      <p className="note">
        To evaluate an output of your own program, use <code>assay evaluate</code>, the SDK or the{' '}
        <a href="/docs">API</a>.
      </p>
    </Empty>
  );
}
