import { Link } from '@tanstack/react-router';
import { formatCents, formatCount } from '../../../shared/format.ts';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { SortHeader } from '../../parts/sorting/sort-header.tsx';
import { countDecidedRuns } from '../explorer/pass-rate.ts';
import { formatShare } from './format-share.ts';
import type { Measured, Series } from './series.ts';
import { GROUPINGS, type TrendsState } from './trends-state.ts';

interface Props {
  readonly state: TrendsState;
  readonly series: readonly Series[];
  readonly total: Measured;
  readonly days: { readonly since: string; readonly until: string };
  readonly change: (change: Partial<TrendsState>) => void;
}

/** The numbers of the charts, a row per group. */
export function TotalsTable({ state, series, total, days, change }: Props) {
  const header = (id: TrendsState['sort'], title: string, className?: string) => (
    <SortHeader
      title={title}
      isNumber={id !== 'name'}
      {...(className === undefined ? {} : { className })}
      order={state.sort === id ? state.order : null}
      first={id === 'name' ? 'asc' : 'desc'}
      sort={(order) => change({ sort: id, order })}
    />
  );
  return (
    <ScrollableTable label="Totals by group">
      <table className="sheet totals">
        <thead>
          <tr>
            {header('name', GROUPINGS.find(({ id }) => id === state.by)?.title ?? '')}
            {header('cost', 'Cost')}
            {header('runs', 'Runs')}
            {header('rate', 'Passed')}
            {header('per_run', 'Cost per run', 'lesser')}
          </tr>
        </thead>
        <tbody>
          {sortSeries(series, state).map((one) => (
            <tr key={one.key}>
              <th scope="row">
                <span className="swatch" style={{ background: one.color }} aria-hidden="true" />{' '}
                {one.name === null ? (
                  <span className="note">{one.title}</span>
                ) : (
                  <GroupLink name={one.name} title={one.title} by={state.by} days={days} />
                )}
              </th>
              <Numbers of={one} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <Numbers of={total} />
          </tr>
        </tfoot>
      </table>
    </ScrollableTable>
  );
}

// the filter of the runs with the same value; there is none for models
const FILTERS = { agent: 'agent_id', scenario: 'scenario', label: 'label', model: null } as const;

interface GroupLinkProps extends Pick<Props, 'days'> {
  readonly name: string;
  readonly title: string;
  readonly by: TrendsState['by'];
}

function GroupLink({ name, title, by, days: { since, until } }: GroupLinkProps) {
  const filter = FILTERS[by];
  if (filter === null) return <bdi>{title}</bdi>;
  return (
    <Link to="/explorer" search={{ [filter]: name, since, until } as never}>
      <bdi>{title}</bdi>
    </Link>
  );
}

function Numbers({ of }: { of: Measured }) {
  const { cost_usd_micros, priced, runs, pass_rate } = of;
  return (
    <>
      <td className="number">{cost_usd_micros === null ? '–' : formatCents(cost_usd_micros / 1_000_000)}</td>
      <td className="number">{formatCount(runs)}</td>
      <td className="number">
        {pass_rate === null ? (
          '–'
        ) : (
          <>
            {formatShare(pass_rate.mean)}{' '}
            <span className="note lesser-inline">
              {formatShare(pass_rate.low)} to {formatShare(pass_rate.high)}, n = {formatCount(countDecidedRuns(of))}
            </span>
          </>
        )}
      </td>
      <td className="number lesser">
        {cost_usd_micros === null ? '–' : formatCents(cost_usd_micros / 1_000_000 / priced)}
      </td>
    </>
  );
}

type Sorted = Pick<TrendsState, 'sort' | 'order'>;

/** Sorts the rows; what has no value is last, and the sum of the others stays at the end. */
function sortSeries(series: readonly Series[], { sort, order }: Sorted): readonly Series[] {
  const sign = order === 'asc' ? 1 : -1;
  return series.toSorted((a, b) => {
    const [isLastA, isLastB] = [a.key === 'other', b.key === 'other'];
    if (isLastA !== isLastB) return isLastA ? 1 : -1;
    const [one, two] = [readColumn(a, sort), readColumn(b, sort)];
    if (one === null || two === null) return Number(one === null) - Number(two === null);
    if (typeof one === 'string' || typeof two === 'string') return sign * String(one).localeCompare(String(two), 'en');
    return sign * (one - two);
  });
}

function readColumn({ title, cost_usd_micros, runs, pass_rate, priced }: Series, sort: Sorted['sort']) {
  switch (sort) {
    case 'name':
      return title;
    case 'cost':
      return cost_usd_micros;
    case 'runs':
      return runs;
    case 'rate':
      return pass_rate?.mean ?? null;
    case 'per_run':
      return cost_usd_micros === null ? null : cost_usd_micros / priced;
  }
}
