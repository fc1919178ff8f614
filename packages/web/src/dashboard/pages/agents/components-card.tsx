import type { ReputationReading } from '@assay/schema';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatPercent } from '../../../shared/format.ts';

const PARTS = [
  { name: 'pass_rate', title: 'Pass rate', about: 'share of the window that passed' },
  { name: 'latency_score', title: 'Latency', about: 'how far below the reference latency' },
  { name: 'streak_score', title: 'Streak', about: 'passes in a row, up to 50' },
  { name: 'volume_score', title: 'Volume', about: 'evaluations in the window of 500' },
] as const;

/** The four components of the score, each from 0 to 100%. None without a score. */
export function ComponentsCard({ reading: { components, formula, formula_version } }: { reading: ReputationReading }) {
  if (components === null) return null;
  return (
    <Card title="Score components" aside={<span className="note">{`${formula} ${formula_version}`}</span>}>
      <ul className="components">
        {PARTS.map(({ name, title, about }) => (
          <li key={name}>
            <p className="component-head">
              <b>{title}</b> <span className="note">{about}</span>
              <output>{formatPercent(components[name])}</output>
            </p>
            <svg className="component-bar" aria-hidden="true">
              <rect className="component-track" width="100%" height="100%" rx="4" />
              <rect className="component-fill" width={formatPercent(components[name])} height="100%" rx="4" />
            </svg>
          </li>
        ))}
      </ul>
    </Card>
  );
}
