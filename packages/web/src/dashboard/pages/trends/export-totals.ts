import { csvCell } from '../../parts/csv-cell.ts';
import type { Series } from './series.ts';
import type { TrendsState } from './trends-state.ts';

const FIELDS = ['runs', 'passed', 'not_passed', 'tampered', 'unchecked', 'errored', 'cost_usd_micros'] as const;

/** A row per group and period, as CSV. */
export function toCsv(series: readonly Series[], { by, period }: Pick<TrendsState, 'by' | 'period'>): string {
  const rows = series.flatMap((one) =>
    [...one.periods.values()].map((own) => [
      one.title,
      own.start,
      ...FIELDS.map((field) => (own[field] === null ? '' : String(own[field]))),
    ]),
  );
  return [[by, period, ...FIELDS], ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}
