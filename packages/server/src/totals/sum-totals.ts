import type { RunTotals } from '../store/tables/runs/run-totals.ts';

/** The totals of several periods. The cost is null if none is known. */
export function sumTotals(parts: readonly RunTotals[]): RunTotals {
  const sum = (field: Exclude<keyof RunTotals, 'cost_usd_micros'>): number =>
    parts.reduce((total, part) => total + part[field], 0);
  const priced = sum('priced');
  return {
    runs: sum('runs'),
    passed: sum('passed'),
    not_passed: sum('not_passed'),
    tampered: sum('tampered'),
    unchecked: sum('unchecked'),
    errored: sum('errored'),
    priced,
    cost_usd_micros: priced === 0 ? null : parts.reduce((total, part) => total + (part.cost_usd_micros ?? 0), 0),
  };
}
