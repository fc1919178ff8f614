import { wilson } from '@assay/scoring';
import type { RunTotals } from '../store/tables/runs/run-totals.ts';

/** Totals with the pass rate and its interval. */
export type RatedTotals = RunTotals & {
  readonly pass_rate: { readonly mean: number; readonly low: number; readonly high: number } | null;
};

/** Adds the pass rate; null if no run passed, failed or was tampered with. */
export function rateTotals<Totals extends RunTotals>(totals: Totals): Totals & RatedTotals {
  const decided = totals.passed + totals.not_passed;
  if (decided === 0) return { ...totals, pass_rate: null };
  const { low, high } = wilson(totals.passed, decided);
  return { ...totals, pass_rate: { mean: totals.passed / decided, low, high } };
}
