import { AssayError, type Comparison } from '@assay/schema';
import type { CompareRunsOptions, UnusedRun } from './compare-runs.ts';
import { isCellForTask, type OpenedSides } from './open-sides.ts';
import type { SecondStageRuns } from './second-stage.ts';

/** Compares the runs made so far, including fresh runs of a second stage. */
export type Compare = (
  look: CompareRunsOptions['look'],
  second?: SecondStageRuns,
  unused?: readonly UnusedRun[],
) => Comparison;

export interface ConfirmOptions {
  readonly sides: OpenedSides;
  readonly compare: Compare;
  readonly signal: AbortSignal;
  /** Called with the first look if another follows. */
  readonly onLook?: (comparison: Comparison) => void;
}

const LOOKS = 2;

/**
 * The second stage: fresh runs of the suspected tasks on both sides, until each is proven or cleared, the
 * last look is taken, or the budget is used up. On an error, the result of the first stage stands.
 */
export async function confirmComparison(first: Comparison, options: ConfirmOptions): Promise<Comparison> {
  const { sides, compare, signal } = options;
  const { looks, verdict } = first;
  const { runs_needed = 0, runs_at_most = 0 } = verdict.confirmation ?? {};
  const remark = `suspected: ${listOpen(first)
    .map(({ task_id }) => task_id)
    .join(', ')}; making ${runs_needed} to ${runs_at_most} fresh runs per task and side`;
  const again = sides.again(listOpen(first), { rounds: runs_at_most, remark });
  let comparison = first;
  for (let taken = 1; taken <= LOOKS && listOpen(comparison).length > 0; taken++) {
    if (taken > 1) options.onLook?.(comparison);
    const open = listOpen(comparison);
    try {
      await again.make(taken * runs_needed, (cell) => open.some((task) => isCellForTask(cell, task)));
      const budget = again.exhausted();
      const second = { baseline: again.runsOf(0), candidate: again.runsOf(1) };
      // budget used up: this is the last look
      const end =
        budget === null
          ? { looks_taken: taken, cut_short: null }
          : {
              looks_taken: LOOKS,
              cut_short: { ended: 'budget' as const, reason: `the budget of ${budget} is used up` },
            };
      comparison = compare(looks, { ...second, ...end }, again.unused());
      if (budget !== null) return comparison;
    } catch (error) {
      if (!(error instanceof AssayError) || signal.aborted) throw error;
      const cut_short = { ended: 'not_made' as const, reason: `fresh runs could not be made (${error.message})` };
      return compare(looks, { looks_taken: 0, baseline: [], candidate: [], cut_short });
    }
  }
  return comparison;
}

// one proven loss decides the verdict, and the others need no runs
function listOpen({ tasks, verdict: { confirmation, verdict } }: Comparison): Comparison['tasks'] {
  if (verdict === 'regressed') return [];
  const open = confirmation?.tasks.filter(({ status }) => status === 'suspected').map(({ task_id }) => task_id) ?? [];
  return tasks.filter(({ task_id }) => open.includes(task_id));
}
