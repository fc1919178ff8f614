import { Link } from '@tanstack/react-router';
import { Empty } from '../../states/empty.tsx';

/** Shown if no agent is ranked, or none was ever evaluated. */
export function NoAgents({ order }: { order: 'score' | 'name' }) {
  if (order === 'score')
    return (
      <Empty title="No ranked agents yet">
        <p className="note">
          An agent needs 50 evaluations for a rank.{' '}
          <Link to="/agents" search={{ order: 'name' } as never}>
            Show all agents
          </Link>
        </p>
      </Empty>
    );
  return (
    <Empty title="No agents yet">
      <p className="note">
        Every graded run adds an evaluation of its agent. Programs in any language can add one with a request:
      </p>
      <pre>
        <code>{COMMAND}</code>
      </pre>
    </Empty>
  );
}

const COMMAND = `curl -H "Authorization: Bearer $ASSAY_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"agent_id":"bidder-prod","output":"sold","passed":true,"latency_ms":30}' \\
  ${window.location.origin}/v1/evaluate`;
