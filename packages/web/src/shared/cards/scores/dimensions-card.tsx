import type { AxisDimension, AxisResult } from '@assay/schema';
import { formatCount, formatName, formatNoun, formatPercent, formatRatio, formatScore } from '../../format.ts';
import { Card } from '../parts/card.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';

/** The four dimensions of the AXIS result as bars. A dimension without a score shows the reason. */
export function DimensionsCard({ axis }: { axis: AxisResult }) {
  return (
    <Card title="Dimensions">
      <ul className="dimensions">
        {DIMENSIONS.map((name) => (
          <li key={name} data-dimension={name} data-status={axis.dimensions[name].status}>
            <div className="dimension-head">
              <span>
                <b>{formatName(name)}</b> <span className="note">weight {formatPercent(axis.weights[name])}</span>
              </span>
              <span className="dimension-score">{present(axis.dimensions[name])}</span>
            </div>
            <Bar dimension={axis.dimensions[name]} />
            <p className="note">
              <UntrustedText text={explain(axis.dimensions[name])} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const DIMENSIONS = ['goal_achievement', 'environment', 'service', 'agent'] as const;

function Bar({ dimension }: { dimension: AxisDimension }) {
  return (
    <div className="bar" aria-hidden="true">
      {dimension.score === null ? null : <div className="bar-fill" style={{ width: `${dimension.score}%` }} />}
    </div>
  );
}

function present(dimension: AxisDimension): string {
  switch (dimension.status) {
    case 'scored':
      return formatScore(dimension.score);
    case 'not_applicable':
      return 'not applicable';
    case 'withheld':
      return 'withheld';
  }
}

function explain(dimension: AxisDimension): string {
  switch (dimension.status) {
    case 'scored':
      return [...signalsOf(dimension), judgedOf(dimension), ...(dimension.reason ? [dimension.reason] : [])].join(
        ' · ',
      );
    case 'not_applicable':
    case 'withheld':
      return dimension.reason;
  }
}

const signalsOf = ({ signals }: AxisDimension): string[] =>
  Object.entries(signals).map(([signal, value]) => `${formatName(signal)} ${formatRatio(value)}`);

// the goal dimension is judged by checks, not by interactions
const judgedOf = ({ judged, interactions }: AxisDimension): string =>
  interactions === 0
    ? `${formatNoun(judged, 'check')} judged`
    : `${formatCount(judged)} of ${formatCount(interactions)} judged`;
