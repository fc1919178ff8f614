import { Link } from '@tanstack/react-router';
import { Empty } from '../../states/empty.tsx';

/** Where no agent is on the ladder, or none was ever evaluated. */
export function NoAgents({ order }: { order: 'score' | 'name' }) {
  if (order === 'score')
    return (
      <Empty title="No agent is on the ladder yet">
        <p className="note">
          An agent is ranked once it has 50 evaluations; until then it calibrates.{' '}
          <Link to="/agents" search={{ order: 'name' } as never}>
            See all agents by name
          </Link>
        </p>
      </Empty>
    );
  return (
    <Empty title="No agents yet">
      <p className="note">
        Every graded run is an evaluation of its agent. So is a call that a program sends, from any language:
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
