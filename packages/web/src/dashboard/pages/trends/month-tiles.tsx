import '../../parts/tiles.css';
import { Link } from '@tanstack/react-router';
import { formatCents, formatNoun } from '../../../shared/format.ts';
import { formatShare } from './format-share.ts';
import type { Period, Totals } from './series.ts';
import { formatMonth } from './trends-state.ts';

/** This month and last month, each with what it cost. */
export function MonthTiles({
  totals: { this_month, last_month },
}: {
  totals: Pick<Totals, 'this_month' | 'last_month'>;
}) {
  return (
    <div className="tiles">
      <MonthTile title="This month" range="this_month" month={this_month} />
      <MonthTile title="Last month" range="last_month" month={last_month} />
    </div>
  );
}

interface TileProps {
  readonly title: string;
  readonly range: string;
  readonly month: Period;
}

function MonthTile({ title, range, month }: TileProps) {
  const { start, cost_usd_micros, runs, priced } = month;
  return (
    <Link to="/trends" search={{ range } as never} className="tile">
      <span className="note">
        {title}: {formatMonth(start)}
      </span>
      <b className="tile-value">{cost_usd_micros === null ? '–' : formatCents(cost_usd_micros / 1_000_000)}</b>
      <span className="note">
        {[
          formatNoun(runs, 'run'),
          ...(month.pass_rate === null ? [] : [`${formatShare(month.pass_rate.mean)} passed`]),
          ...(priced < runs ? [`${formatNoun(runs - priced, 'run')} of unknown cost`] : []),
        ].join(', ')}
      </span>
    </Link>
  );
}
