import type { AxisInsight } from '@assay/schema';
import { formatLoss, formatName, formatRatio } from '../format.ts';
import type { RunView } from '../run-view.ts';
import { Card } from './card.tsx';
import { type OpenInteraction, References } from './references.tsx';
import { Said } from './said.tsx';

interface Props {
  readonly insights: readonly AxisInsight[];
  readonly view: RunView;
  readonly open: OpenInteraction;
}

/** What pulled low dimensions down, with the interactions that did. */
export function InsightsCard({ insights, view, open }: Props) {
  return (
    <Card title="Insights">
      {insights.length === 0 ? <p className="note">No scored dimension is low enough to need one.</p> : null}
      <ul className="insights">
        {insights.map((insight) => (
          <li key={`${insight.dimension} ${insight.signal}`} data-dimension={insight.dimension}>
            <p className="insight-head">
              <b>{headline(insight)}</b> <span className="loss">{lossOf(insight)}</span>
            </p>
            <p>
              <Said text={insight.message} />
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

const headline = ({ dimension, signal, value }: AxisInsight): string =>
  `${formatName(dimension)}: ${formatName(signal)} ${formatRatio(value)}`;

// of the dimension's own hundred, not of the result's
const lossOf = ({ dimension, points }: AxisInsight): string =>
  `${formatLoss(points)} points of ${formatName(dimension)}`;
