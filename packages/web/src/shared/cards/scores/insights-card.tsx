import type { Insight } from '@assay/schema';
import { roundNumbers } from '@assay/scoring';
import { formatDuration, formatLoss, formatName, formatUsd } from '../../format.ts';
import type { RunView } from '../../run-view.ts';
import { Card } from '../parts/card.tsx';
import { type OpenInteraction, References } from '../parts/references.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';

interface Props {
  readonly insights: readonly Insight[];
  readonly view: RunView;
  readonly open: OpenInteraction;
}

/** Why dimensions are low: each cause with its cost and interactions. */
export function InsightsCard({ insights, view, open }: Props) {
  return (
    <Card title="Insights">
      {insights.length === 0 ? <p className="note">No suggestions: no dimension is below 75.</p> : null}
      <ul className="insights">
        {insights.map((insight) => (
          <li key={`${insight.dimension} ${insight.signal}`} data-dimension={insight.dimension}>
            <p className="insight-head">
              <b>{formatName(insight.dimension)}</b> <span className="loss">{describeCost(insight)}</span>
            </p>
            <p>
              <UntrustedText text={roundNumbers(insight.message)} />
            </p>
            <p className="refs">
              <References refs={insight.refs} view={view} open={open} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The cost of a cause: AXIS points and, if known, time and money. */
const describeCost = ({ points, time_ms, cost_usd_micros }: Insight): string =>
  [
    `${formatLoss(points)} points`,
    ...(time_ms === null ? [] : [formatDuration(time_ms)]),
    ...(cost_usd_micros === null ? [] : [`about ${formatUsd(cost_usd_micros / 1e6)}`]),
  ].join(' · ');
