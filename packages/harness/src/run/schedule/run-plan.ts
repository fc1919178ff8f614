import type { AgentSpec } from '@assay/schema';
import type { Agent } from '../../contracts/agent.ts';
import { forEachConcurrently } from '../../machine/processes/pool.ts';
import type { ConfigurationOverlay } from '../../machine/workspace/overlay.ts';
import { type RunWithGrade, readRunWithGrade } from '../folders/run-folders.ts';
import { toRunFailureError } from '../outcome/run-failure-error.ts';
import type { PreparedTask } from '../plan/prepare-task.ts';
import type { RunContext, RunProgress } from '../plan/run-request.ts';
import { runTask } from './run-task.ts';
import { type Budget, NOTHING_SPENT, openBudgetTracker, type Spending } from './spending.ts';

/** One planned run. */
export interface Cell {
  readonly prepared: PreparedTask;
  readonly agent: Agent;
  readonly spec: AgentSpec;
  readonly repeat: number;
  /** A configuration that replaces that of the workspace; null for none. */
  readonly overlay: ConfigurationOverlay | null;
  /** A label for this run, in place of the plan's. */
  readonly label?: string;
}

export interface FinishedRun extends RunWithGrade {
  readonly cell: Cell;
}

/** A cell without a run: the budget was used up, or the harness failed. */
export interface MissingRun {
  readonly cell: Cell;
  readonly reason: string;
}

export interface PlanOptions {
  readonly cells: readonly Cell[];
  readonly concurrency: number;
  readonly label: string | null;
  readonly invocation: string | null;
  /** Shared by all runs; none starts once a limit is reached. */
  readonly budget: Budget;
  /** Earlier spending. */
  readonly spent?: Spending;
  readonly context: Omit<RunContext, 'onProgress'>;
  readonly onStart?: (cell: Cell) => void;
  readonly onProgress?: (cell: Cell, progress: RunProgress) => void;
  readonly onFinish?: (finished: FinishedRun) => void;
  readonly onMiss?: (missing: MissingRun) => void;
  readonly onSpend?: (spent: Spending) => void;
}

/** Executes a plan concurrently. A failing run affects no other, and finished runs are kept. */
export async function runPlan(options: PlanOptions): Promise<{ finished: FinishedRun[]; missing: MissingRun[] }> {
  const { cells, concurrency, label, invocation, context } = options;
  const finished: FinishedRun[] = [];
  const missing: MissingRun[] = [];
  const purse = openBudgetTracker(options.budget, { before: options.spent ?? NOTHING_SPENT, now: context.host.now });
  const miss = (run: MissingRun): void => {
    missing.push(run);
    options.onMiss?.(run);
  };
  await forEachConcurrently(cells, concurrency, async (cell) => {
    context.signal.throwIfAborted();
    const spent = purse.reached();
    if (spent !== null) return miss({ cell, reason: `the budget of ${spent} is used up` });
    options.onStart?.(cell);
    try {
      const onProgress = (progress: RunProgress) => options.onProgress?.(cell, progress);
      const { tried, folder } = await runTask({ label, ...cell, invocation }, { ...context, onProgress });
      tried.forEach(purse.add);
      options.onSpend?.(purse.total());
      const done = { cell, ...(await readRunWithGrade(folder)) };
      finished.push(done);
      options.onFinish?.(done);
    } catch (error) {
      context.signal.throwIfAborted();
      miss({ cell, reason: toRunFailureError(error, 'internal_error').message });
    }
  });
  return { finished, missing };
}
