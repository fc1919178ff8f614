import './trends.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatCents, formatNoun } from '../../../shared/format.ts';
import { ask } from '../../client/api.ts';
import { Choices } from '../../parts/choices.tsx';
import { csvCell } from '../../parts/csv-cell.ts';
import { saveFile } from '../../parts/save-file.ts';
import type { Search } from '../../search.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { Empty } from '../../states/empty.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { useNow } from '../../use-now.ts';
import { describeBudget } from './describe-budget.ts';
import { formatShare } from './format-share.ts';
import { RateChart } from './rate-chart.tsx';
import { listDrawn, listSeries, type Period, type Series, type Totals } from './series.ts';
import { StackedChart } from './stacked-chart.tsx';
import { TotalsTable } from './totals-table.tsx';
import {
  findDays,
  formatMonth,
  GROUPINGS,
  listStarts,
  MEASURES,
  PERIODS,
  RANGES,
  readTrendsState,
  type TrendsState,
} from './trends-state.ts';

/** Cost, runs and pass rate over time. */
export function TrendsPage() {
  const workspace = useWorkspace();
  return (
    <>
      <title>Trends · Assay</title>
      <header className="page-head">
        <h1>Trends</h1>
      </header>
      {workspace === undefined ? (
        <Empty title="No workspace yet">
          <p className="note">Runs are stored in workspaces. Create a workspace in the settings, or send a run.</p>
        </Empty>
      ) : (
        <Trends key={workspace.workspace_id} workspace_id={workspace.workspace_id} />
      )}
    </>
  );
}

function Trends({ workspace_id }: { workspace_id: string }) {
  const { state, change } = useTrendsState();
  const days = findDays(state.range, useNow());
  const { by, period } = state;
  const { queryKey, queryFn } = ask('getRunTotals', { workspace_id, by, period, ...days });
  const asked = useQuery({
    queryKey,
    // with what was asked, because the answer to an earlier question stays until the next is there
    queryFn: async (call) => ({ by, period, days, totals: await queryFn(call) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={asked} what="the totals" lines={12}>
      {({ totals, days: shown, ...of }) => (
        <>
          <MonthTiles totals={totals} />
          <div className="trend-controls">
            <Choices label="Range" choices={RANGES} chosen={state.range} choose={(range) => change({ range })} />
            <Choices label="Period" choices={PERIODS} chosen={period} choose={(id) => change({ period: id })} />
            <Choices label="Group by" choices={GROUPINGS} chosen={by} choose={(id) => change({ by: id })} />
          </div>
          <div className="stack" aria-busy={asked.isPlaceholderData}>
            <TotalsCards totals={totals} state={{ ...state, ...of }} days={shown} change={change} />
          </div>
        </>
      )}
    </Loaded>
  );
}

interface CardsProps {
  readonly totals: Totals;
  readonly state: TrendsState;
  readonly days: { readonly since: string; readonly until: string };
  readonly change: (change: Partial<TrendsState>) => void;
}

function TotalsCards({ totals, state, days, change }: CardsProps) {
  const { show, period, by } = state;
  const series = listSeries(totals, by);
  const drawn = listDrawn(series).filter((one) => (show === 'cost' ? (one.cost_usd_micros ?? 0) : one.runs) > 0);
  const starts = listStarts(days, period);
  const measure = MEASURES.find(({ id }) => id === show)?.title ?? '';
  return (
    <>
      <Card
        title={`${measure} per ${period}`}
        aside={<Choices label="Chart" choices={MEASURES} chosen={show} choose={(id) => change({ show: id })} />}
      >
        {totals.total.runs === 0 ? (
          <Empty title="No finished runs in this range" />
        ) : (
          <div className="trend-frame">
            {show === 'rate' ? (
              <RateChart period={period} starts={starts} series={drawn} />
            ) : (
              <StackedChart
                show={show}
                period={period}
                starts={starts}
                series={drawn}
                periods={totals.periods}
                limit={findLimit(totals, state)}
              />
            )}
            <Legend series={show === 'rate' ? sortByLastRate(drawn) : drawn.toReversed()} />
          </div>
        )}
      </Card>
      {totals.total.runs === 0 ? null : (
        <Card
          title={`${days.since} to ${days.until}, in UTC`}
          aside={
            <button
              type="button"
              onClick={() => saveFile({ content: toCsv(series, state), type: 'text/csv', name: `trends-by-${by}.csv` })}
            >
              Export CSV
            </button>
          }
        >
          <TotalsTable state={state} series={series} total={totals.total} days={days} change={change} />
        </Card>
      )}
    </>
  );
}

/** The budget as a line: it is per month, so only months can be compared with it. */
const findLimit = ({ budget_usd_micros }: Totals, { show, period }: TrendsState) =>
  budget_usd_micros === null || show !== 'cost' || period !== 'month'
    ? undefined
    : { value: budget_usd_micros / 1_000_000, title: `Budget ${formatCents(budget_usd_micros / 1_000_000)}` };

/** The best last pass rate first, as the lines end. */
const sortByLastRate = (series: readonly Series[]): readonly Series[] => {
  const last = ({ periods }: Series): number =>
    [...periods.values()].findLast(({ pass_rate }) => pass_rate !== null)?.pass_rate?.mean ?? -1;
  return series.toSorted((a, b) => last(b) - last(a));
};

/** The names of the groups beside the chart, in the order of the chart from top to bottom. */
function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="trend-legend">
      {series.map(({ key, title, color }) => (
        <li key={key}>
          <span className="swatch" style={{ background: color }} aria-hidden="true" /> <bdi>{title}</bdi>
        </li>
      ))}
    </ul>
  );
}

const FIELDS = ['runs', 'passed', 'not_passed', 'tampered', 'unchecked', 'errored', 'cost_usd_micros'] as const;

/** A row per group and period, as CSV. */
function toCsv(series: readonly Series[], { by, period }: Pick<TrendsState, 'by' | 'period'>): string {
  const rows = series.flatMap((one) =>
    [...one.periods.values()].map((own) => [
      one.title,
      own.start,
      ...FIELDS.map((field) => (own[field] === null ? '' : String(own[field]))),
    ]),
  );
  return [[by, period, ...FIELDS], ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** The state of the page in the address, and a way to change it. */
function useTrendsState(): {
  readonly state: TrendsState;
  readonly change: (change: Partial<TrendsState>) => void;
} {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const state = useMemo(() => readTrendsState(search), [search]);
  return {
    state,
    change: (changed) => {
      // each range has its own period
      const { period: _, ...kept } = search;
      const next = changed.range === undefined ? { ...search, ...changed } : { ...kept, ...changed };
      void navigate({ to: '/trends', search: next as never, replace: true });
    },
  };
}

import '../../parts/tiles.css';

/** This month and last month, each with what it cost. A budget is compared with this month only: it may have changed. */
function MonthTiles({ totals: { this_month, last_month, budget_usd_micros: budget } }: { totals: Totals }) {
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
