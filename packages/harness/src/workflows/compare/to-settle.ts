import type { ComparedTask, Comparison, Verdict } from '@assay/schema';
import { costOfRuns, countMoreRuns, meanRunCost } from '@assay/scoring';

/** How many more runs, and at what cost, would settle a comparison; null if unknown. */
export function estimateRunsToSettle(verdict: Verdict, tasks: readonly ComparedTask[]): Comparison['to_settle'] {
  const runs = runsToSettle(verdict);
  return runs === null ? null : { runs, cost_usd: costOfRuns(runs, meanRunCost(tasks)) };
}

function runsToSettle({ runs_needed, deltas, confirmation }: Verdict): number | null {
  if (runs_needed !== undefined) return countMoreRuns({ deltas }, runs_needed);
  // only suspected tasks: fresh runs of these
  const open = confirmation?.tasks.filter(({ status }) => status === 'suspected') ?? [];
  return confirmation === undefined || open.length === 0 ? null : 2 * open.length * confirmation.runs_needed;
}
