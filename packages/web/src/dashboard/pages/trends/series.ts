import type { Answer } from '@assay/sdk/core';
import { assignColors } from '../../../shared/agent-colors.ts';
import { visibleLine } from '../../../shared/visible.ts';
import type { TrendsState } from './trends-state.ts';

export type Totals = Answer<'getRunTotals'>;
export type Period = Totals['periods'][number];
export type Measured = Omit<Period, 'start'>;

/** A group of runs over time. */
export interface Series extends Measured {
  readonly key: string;
  /** As the data has it; null for runs without one and for all other groups. */
  readonly name: string | null;
  readonly title: string;
  readonly color: string;
  readonly periods: ReadonlyMap<string, Period>;
}

// more would not be told apart
const MOST_DRAWN = 6;

/** The groups as series, the highest cost first, with the sum of the others last. */
export function listSeries({ groups, other }: Totals, by: TrendsState['by']): readonly Series[] {
  const colors = assignColors(groups.slice(0, MOST_DRAWN).flatMap(({ name }) => name ?? []));
  const named = groups.map(({ periods, ...group }) => ({
    ...group,
    key: `name:${group.name}`,
    title: group.name === null ? `no ${by}` : visibleLine(group.name),
    color: (group.name === null ? undefined : colors.get(group.name)) ?? OTHER,
    periods: indexPeriods(periods),
  }));
  if (other === null) return named;
  const { names, periods, ...rest } = other;
  const last = { ...rest, key: 'other', name: null, title: `${names} more`, color: OTHER };
  return [...named, { ...last, periods: indexPeriods(periods) }];
}

/** The series that a chart draws: the first few, and the rest as one. */
export function listDrawn(series: readonly Series[]): readonly Series[] {
  const drawn = series.slice(0, MOST_DRAWN);
  const rest = series.slice(MOST_DRAWN);
  if (rest.length === 0) return drawn;
  const starts = new Set(rest.flatMap(({ periods }) => [...periods.keys()]));
  const periods = [...starts].map((start) => ({
    ...addUp(rest.flatMap((one) => one.periods.get(start) ?? [])),
    start,
  }));
  return [
    ...drawn,
    { ...addUp(rest), key: 'rest', name: null, title: 'all others', color: OTHER, periods: indexPeriods(periods) },
  ];
}

const OTHER = 'var(--series-other)';

const indexPeriods = (periods: readonly Period[]): ReadonlyMap<string, Period> =>
  new Map(periods.map((period) => [period.start, period]));

function addUp(parts: readonly Measured[]): Measured {
  const sum = (field: 'runs' | 'passed' | 'not_passed' | 'tampered' | 'unchecked' | 'errored' | 'priced'): number =>
    parts.reduce((total, part) => total + part[field], 0);
  const costs = parts.flatMap(({ cost_usd_micros }) => cost_usd_micros ?? []);
  return {
    runs: sum('runs'),
    passed: sum('passed'),
    not_passed: sum('not_passed'),
    tampered: sum('tampered'),
    unchecked: sum('unchecked'),
    errored: sum('errored'),
    priced: sum('priced'),
    cost_usd_micros: costs.length === 0 ? null : costs.reduce((total, cost) => total + cost, 0),
    // an interval is computed by the server only
    pass_rate: null,
  };
}
