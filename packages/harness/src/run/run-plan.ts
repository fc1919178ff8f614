import type { AgentSpec, Run } from '@assay/schema';
import type { Agent } from '../agent.ts';
import { forEachOf } from './pool.ts';
import type { PreparedTask } from './prepare-task.ts';
import { type KeptRun, readKept } from './run-folders.ts';
import type { RunContext, RunProgress } from './run-request.ts';
import { runTask } from './run-task.ts';

/** One run to be made. */
export interface Cell {
  readonly prepared: PreparedTask;
  readonly agent: Agent;
  readonly spec: AgentSpec;
  readonly repeat: number;
}

export interface FinishedRun extends KeptRun {
  readonly cell: Cell;
}

/** A cell without a run: the budget was spent, or the harness itself failed. */
export interface MissingRun {
  readonly cell: Cell;
  readonly reason: string;
}

export interface Budget {
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly wall_s: number | null;
}

export const NO_BUDGET: Budget = { usd: null, tokens: null, wall_s: null };

export interface PlanOptions {
  readonly cells: readonly Cell[];
  readonly concurrency: number;
  readonly label: string | null;
  readonly invocation: string | null;
  /** For all runs together; none starts once one of them is spent. */
  readonly budget: Budget;
  readonly context: Omit<RunContext, 'onProgress'>;
  readonly onStart?: (cell: Cell) => void;
  readonly onProgress?: (cell: Cell, progress: RunProgress) => void;
  readonly onFinish?: (finished: FinishedRun) => void;
}

/** Makes the runs of a plan side by side. One that breaks takes no other with it; what has finished stays. */
export async function runPlan(options: PlanOptions): Promise<{ finished: FinishedRun[]; missing: MissingRun[] }> {
  const { cells, concurrency, label, invocation, context } = options;
  const finished: FinishedRun[] = [];
  const missing: MissingRun[] = [];
  const spending = createSpending(options.budget, context.host.now);
  await forEachOf(cells, concurrency, async (cell) => {
    context.signal.throwIfAborted();
    const spent = spending.reached();
    if (spent !== null) {
      missing.push({ cell, reason: `the budget of ${spent} is spent` });
      return;
    }
    options.onStart?.(cell);
    try {
      const onProgress = (progress: RunProgress) => options.onProgress?.(cell, progress);
      const { tried, folder } = await runTask({ ...cell, label, invocation }, { ...context, onProgress });
      tried.forEach(spending.add);
      const done = { cell, ...(await readKept(folder)) };
      finished.push(done);
      options.onFinish?.(done);
    } catch (error) {
      context.signal.throwIfAborted();
      missing.push({ cell, reason: error instanceof Error ? error.message : String(error) });
    }
  });
  return { finished, missing };
}

function createSpending({ usd, tokens, wall_s }: Budget, now: () => number) {
  const began_ms = now();
  let [spent_usd, spent_tokens] = [0, 0];
  return {
    add: ({ cost_usd_micros, usage }: Run): void => {
      spent_usd += (cost_usd_micros ?? 0) / 1e6;
      spent_tokens += usage === null ? 0 : usage.input_tokens + usage.output_tokens;
    },
    /** The budget that is spent, as people write it. */
    reached: (): string | null => {
      if (usd !== null && spent_usd >= usd) return `$${usd}`;
      if (tokens !== null && spent_tokens >= tokens) return `${tokens} tokens`;
      return wall_s !== null && now() - began_ms >= wall_s * 1000 ? `${wall_s} s` : null;
    },
  };
}
