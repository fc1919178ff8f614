import { AssayError, type ComparedRun, type Comparison } from '@assay/schema';
import { composeTask } from './compose-task.ts';
import type { MeasuredRun } from './measured-run.ts';
import type { PairedRuns } from './pair-runs.ts';

/** The input of a verdict, and the excluded runs. */
export interface PreparedInput {
  readonly baseline: ComparedRun[];
  readonly candidate: ComparedRun[];
  readonly left_out: Comparison['left_out'];
  readonly judged: boolean;
}

/**
 * Prepares the counted runs for a verdict. Runs that failed for a reason that is not the agent's are
 * excluded. If the candidate then has fewer runs than the baseline, the missing ones count as errors, so that
 * dropping runs gains nothing.
 */
export function prepareInput(tasks: readonly PairedRuns[]): PreparedInput {
  const composed = tasks.map((task) => {
    const { task_id } = task;
    const [baseline, candidate] = [task.baseline.filter(isCounted), task.candidate.filter(isCounted)];
    refuseUnmeasured(task, [...baseline, ...candidate]);
    const { judged, ...runs } = composeTask({ task_id, baseline, candidate });
    return {
      judged,
      baseline: baseline.length === 0 ? notProduced(task.baseline, { task_id, expected: 1 }) : runs.baseline,
      candidate: [
        ...runs.candidate,
        ...notProduced(task.candidate, { task_id, expected: baseline.length - candidate.length }),
      ],
    };
  });
  return {
    baseline: composed.flatMap(({ baseline }) => baseline),
    candidate: composed.flatMap(({ candidate }) => candidate),
    left_out: tasks.flatMap(listLeftOut),
    judged: composed.some(({ judged }) => judged),
  };
}

const isCounted = ({ obstacle }: MeasuredRun): boolean => obstacle === null;

// a side that never ran a task has no runs of it at all
function notProduced(
  runs: readonly MeasuredRun[],
  { task_id, expected }: { task_id: string; expected: number },
): ComparedRun[] {
  if (runs.length === 0) return [];
  const obstacle = runs.find((run) => run.obstacle !== null)?.obstacle ?? 'it has fewer runs than the baseline';
  return Array.from({ length: Math.max(0, expected) }, () => ({ task_id, error: obstacle }));
}

function refuseUnmeasured({ task_id, baseline, candidate }: PairedRuns, counted: readonly MeasuredRun[]): void {
  if (counted.some(({ error, failed }) => error === null || failed)) return;
  const [run] = [...counted, ...baseline, ...candidate];
  const [code, why] =
    run?.obstacle == null
      ? (['scorer_crashed', run?.error ?? 'it has no run'] as const)
      : (['agent_unavailable', run.obstacle] as const);
  throw new AssayError(code, `no usable run of ${task_id} on either side: ${why}`);
}

function listLeftOut({ task_id, ...sides }: PairedRuns): Comparison['left_out'] {
  return (['baseline', 'candidate'] as const).flatMap((side) =>
    sides[side].flatMap(({ run_id, obstacle }) =>
      obstacle === null ? [] : [{ run_id, side, task_id, reason: obstacle }],
    ),
  );
}
