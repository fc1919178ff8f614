import type { Series } from './series.ts';
import type { TrendsState } from './trends-state.ts';

type Sorted = Pick<TrendsState, 'sort' | 'order'>;

/** Sorts the rows; what has no value is last, and the sum of the others stays at the end. */
export function sortSeries(series: readonly Series[], { sort, order }: Sorted): readonly Series[] {
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
