import { AssayError, type Proof } from '@assay/schema';
import type { Suite } from '../../run/open-suite.ts';
import { describeRun } from '../../run/run-result.ts';
import type { RunEvents } from '../../run/run-scenarios.ts';
import { type FinishedRun, type MissingRun, runPlan } from '../../run/schedule/run-plan.ts';
import { type Budget, openBudgetTracker, type Spending } from '../../run/schedule/spending.ts';
import { type MeasuredRun, measureRun } from './measured-run.ts';
import type { SideCell } from './order-cells.ts';

// retries of a run that failed for a reason that is not the agent's
const REPLACEMENTS = 2;

export interface MakeRunsOptions {
  readonly suite: Suite;
  readonly cells: readonly SideCell[];
  /** The ID of the comparison. */
  readonly invocation: string;
  readonly budget: Budget;
  readonly spent: Spending;
  readonly proofs: ReadonlyMap<string, Proof>;
  readonly events: RunEvents;
}

export interface MadeRun extends MeasuredRun {
  readonly side: number;
  readonly round: number;
}

export interface MadeRuns {
  readonly runs: readonly MadeRun[];
  readonly spent: Spending;
  /** The budget that ran out before all runs were made, as text. */
  readonly exhausted: string | null;
  /** Rounds that are incomplete for that reason. */
  readonly unfinished: ReadonlySet<number>;
}

/**
 * Makes runs in the given order, and repeats those broken by the environment. Throws if one could not be made
 * for a reason other than the budget, because the suite would differ without it.
 */
export async function makeRuns({ suite, budget, events, ...options }: MakeRunsOptions): Promise<MadeRuns> {
  const { context, concurrency } = suite;
  const runs: MadeRun[] = [];
  let { spent } = options;
  let pending = options.cells;
  for (let attempt = 0; pending.length > 0; attempt++) {
    const { finished, missing } = await runPlan({
      cells: pending,
      concurrency,
      label: null,
      invocation: options.invocation,
      budget,
      spent,
      context,
      onSpend: (total) => {
        spent = total;
      },
      onStart: events.started,
      onProgress: events.progressed,
      onMiss: events.missed,
      onFinish: (run) => events.finished(describeRun(run, options.proofs.get(run.evidence.run.scenario) ?? null)),
    });
    const made = await Promise.all(finished.map(measure));
    runs.push(...made);
    const broken = finished.filter((_, index) => made[index]?.obstacle !== null).map(({ cell }) => cell as SideCell);
    pending = [...broken, ...missing.map(({ cell }) => cell as SideCell)];
    const exhausted = openBudgetTracker(budget, { before: spent, now: context.host.now }).reached();
    if (pending.length > 0 && exhausted !== null)
      return { runs, spent, exhausted, unfinished: new Set(pending.map(({ repeat }) => repeat)) };
    if (attempt < REPLACEMENTS) continue;
    refuseMissing(missing);
    break;
  }
  return { runs, spent, exhausted: null, unfinished: new Set() };
}

function refuseMissing([first, ...others]: readonly MissingRun[]): void {
  if (first === undefined) return;
  const { cell, reason } = first;
  const more = others.length === 0 ? '' : `; ${others.length} others failed too`;
  throw new AssayError(
    'sandbox_unavailable',
    `a run of ${cell.prepared.task.scenario.name} by ${cell.spec.id} could not be made: ${reason}${more}`,
  );
}

async function measure({ cell, folder }: FinishedRun): Promise<MadeRun> {
  return {
    ...(await measureRun(folder)),
    model: cell.spec.model ?? null,
    side: (cell as SideCell).side,
    round: cell.repeat,
  };
}
