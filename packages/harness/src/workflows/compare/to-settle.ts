import type { Comparison, Verdict } from '@assay/schema';
import type { MeasuredRun } from './measured-run.ts';

/** How many more runs, and at what cost, would settle a comparison; null if unknown. */
export function estimateRunsToSettle(verdict: Verdict, made: readonly MeasuredRun[]): Comparison['to_settle'] {
  const runs = runsToSettle(verdict);
  if (runs === null) return null;
  const known = made.flatMap(({ cost_usd_micros }) => cost_usd_micros ?? []);
  const mean = known.reduce((all, cost) => all + cost, 0) / known.length;
  return { runs, cost_usd: known.length === 0 ? null : Math.round(runs * mean) / 1e6 };
}

function runsToSettle({ runs_needed, deltas, confirmation }: Verdict): number | null {
  if (runs_needed !== undefined)
    return deltas.reduce(
      (all, { baseline_runs, candidate_runs }) =>
        all + Math.max(0, runs_needed - baseline_runs) + Math.max(0, runs_needed - candidate_runs),
      0,
    );
  // only suspected tasks: fresh runs of these
  const open = confirmation?.tasks.filter(({ status }) => status === 'suspected') ?? [];
  return confirmation === undefined || open.length === 0 ? null : 2 * open.length * confirmation.runs_needed;
}
