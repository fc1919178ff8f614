import '../../parts/tiles.css';
import { Link } from '@tanstack/react-router';
import { formatCents, formatNoun } from '../../../shared/format.ts';
import { describeBudget } from './describe-budget.ts';
import { formatShare } from './format-share.ts';
import type { Period, Totals } from './series.ts';
import { formatMonth } from './trends-state.ts';

/** This month and last month, each with what it cost. A budget is compared with this month only: it may have changed. */
export function MonthTiles({ totals: { this_month, last_month, budget_usd_micros: budget } }: { totals: Totals }) {
  return (
    <div className="tiles">
      <MonthTile title="This month" range="this_month" month={this_month} budget={budget} />
      <MonthTile title="Last month" range="last_month" month={last_month} budget={null} />
    </div>
  );
}

interface TileProps {
  readonly title: string;
  readonly range: string;
  readonly month: Period;
  readonly budget: number | null;
}

function MonthTile({ title, range, month, budget }: TileProps) {
  const used = describeBudget(month.cost_usd_micros, budget);
  const { start, cost_usd_micros, runs, priced } = month;
  return (
    <Link to="/trends" search={{ range } as never} className="tile" data-tone={used?.tone}>
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
      {used === null ? null : <span>{used.sentence}</span>}
    </Link>
  );
}
