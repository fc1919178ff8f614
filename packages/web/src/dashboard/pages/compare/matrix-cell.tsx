import { wilson } from '@assay/scoring';
import type { CSSProperties } from 'react';
import { formatCents, formatCount, formatDuration, formatNoun, formatPercent } from '../../../shared/format.ts';
import { formatResult, resultTone } from '../../../shared/result.ts';
import { InnerLink } from '../../parts/sharing/shared.tsx';
import { computePassRate, countDecidedRuns, formatCounts } from '../explorer/pass-rate.ts';
import type { Cell } from './matrix-rows.ts';

interface Props {
  readonly cell: Cell | undefined;
  /** The filter of the runs that the cell counts. */
  readonly filter: Readonly<Record<string, string>>;
}

/** The runs of a column on a scenario: pass rate with its interval, cost and time per run, and the newest results. */
export function MatrixCell({ cell, filter }: Props) {
  if (cell === undefined) return <td className="matrix-none">no runs</td>;
  const rate = computePassRate(cell);
  const color = { '--pass-rate': `${100 * (rate ?? 0)}%` } as CSSProperties;
  return (
    <td className="heat" style={color} data-decided={rate === null ? undefined : true} title={formatCounts(cell)}>
      <InnerLink to="/runs" search={filter}>
        <PassRate cell={cell} rate={rate} />
        <span className="heat-note">
          <span>{describeCost(cell)}</span>
          <span>
            {cell.mean_wall_ms === null ? '' : formatDuration(cell.mean_wall_ms)}
            <span className="unseen"> per run</span>
          </span>
        </span>
        <RecentResults cell={cell} />
      </InnerLink>
    </td>
  );
}

function PassRate({ cell, rate }: { cell: Cell; rate: number | null }) {
  if (rate === null) return <span className="heat-rate">{describeUndecided(cell)}</span>;
  const decided = countDecidedRuns(cell);
  const { low, high } = wilson(cell.passed, decided);
  return (
    <>
      <span className="heat-rate">
        <b>{formatWhole(rate)}</b>
        <span>
          {formatCount(cell.passed)}/{formatCount(decided)}
          <span className="unseen">
            {' '}
            runs passed, 95 % between {formatWhole(low)} and {formatWhole(high)},{' '}
          </span>
        </span>
      </span>
      <svg className="heat-interval" height="8" aria-hidden="true">
        <line className="heat-track" x1="0" x2="100%" y1="4" y2="4" />
        <line className="heat-range" x1={`${100 * low}%`} x2={`${100 * high}%`} y1="4" y2="4" />
        <circle className="heat-dot" cx={`${100 * rate}%`} cy="4" r="3" />
      </svg>
    </>
  );
}

const formatWhole = (rate: number): string => formatPercent(Math.round(100 * rate) / 100);

function describeUndecided({ errored, unchecked }: Cell): string {
  if (errored === 0 && unchecked === 0) return 'no result';
  return [
    ...(errored === 0 ? [] : [formatNoun(errored, 'error')]),
    ...(unchecked === 0 ? [] : [`${formatCount(unchecked)} unchecked`]),
  ].join(', ');
}

const describeCost = ({ cost_usd_micros, costed }: Cell): string =>
  cost_usd_micros === null || costed === 0 ? 'cost unknown' : formatCents(cost_usd_micros / costed / 1e6);

/** The newest results from left to right, the newest last. */
function RecentResults({ cell: { recent, recent_review } }: { cell: Cell }) {
  if (recent.length === 0) return null;
  const decided = recent.map((result, index) => ({ result, review: recent_review[index] ?? 0 }));
  return (
    <span className="heat-recent">
      <span className="unseen">, newest first: {decided.map(formatResult).join(', ')}</span>
      {decided.toReversed().map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results have no identity
        <i key={index} data-tone={resultTone(one)} data-low={one.result !== 'passed' || undefined} />
      ))}
    </span>
  );
}
