import type { ComparedTask } from '@assay/schema';
import type { ReactNode } from 'react';
import { formatCents, formatCount, formatDuration, formatUnitScore } from '../../format.ts';
import { type Fact, FactList } from '../parts/fact-list.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';

interface Props {
  readonly className: string;
  readonly 'aria-label'?: string;
  readonly name: string;
  readonly label: string;
  readonly side: ComparedTask['baseline'];
  /** A list item for a run of this side. */
  readonly drawRun: (run_id: string) => ReactNode;
}

/** One side of a compared task: its numbers and its runs. */
export function ComparedSide({ name, label, side, drawRun, ...attributes }: Props) {
  return (
    <section {...attributes}>
      <h3>
        {name} <UntrustedText text={label} />
      </h3>
      <FactList facts={factsOf(side)} />
      {side.run_ids.length === 0 ? <p className="note">No runs on this side count.</p> : null}
      <ul>{side.run_ids.map(drawRun)}</ul>
    </section>
  );
}

const factsOf = ({ composite, interval, passed, checks, cost_usd, wall_ms }: ComparedTask['baseline']): Fact[] => [
  {
    name: 'Composite',
    value: formatUnitScore(composite),
    note: interval === null ? 'no interval' : `${formatUnitScore(interval.low)} to ${formatUnitScore(interval.high)}`,
  },
  { name: 'Checks', value: `${formatCount(passed)} of ${formatCount(checks)}`, note: 'over all runs' },
  { name: 'Cost', value: cost_usd === null ? 'unknown' : formatCents(cost_usd), note: 'mean per run' },
  { name: 'Duration', value: formatDuration(wall_ms), note: 'mean per run' },
];
