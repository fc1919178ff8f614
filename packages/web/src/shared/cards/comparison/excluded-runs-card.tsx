import type { ComparisonView } from '../../comparison.ts';
import { formatNoun } from '../../format.ts';
import { Card } from '../parts/card.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';
import { RunLink } from '../run/run-link.tsx';

/** Runs that do not count, each with its reason. */
export function ExcludedRunsCard({ view }: { view: ComparisonView }) {
  const { left_out, verdict } = view.comparison;
  if (left_out.length === 0 && verdict.excluded.length === 0) return null;
  return (
    <Card title="Excluded runs">
      <ul className="worse">
        {left_out.map(({ run_id, side, task_id, reason }) => (
          <li key={run_id}>
            <span className="pill">{side}</span>
            <span>
              <UntrustedText text={task_id} /> <RunLink run_id={run_id} view={view} />
              <br />
              <span className="note">
                <UntrustedText text={reason} />
              </span>
            </span>
          </li>
        ))}
        {verdict.excluded.map(({ task_id, side, runs, reason }) => (
          <li key={`${task_id} ${side} ${reason}`}>
            <span className="pill">{side}</span>
            <span>
              <UntrustedText text={task_id} /> {formatNoun(runs, 'run')}
              <br />
              <span className="note">
                <UntrustedText text={reason} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
