import type { MeasuredRun } from './measured-run.ts';
import { type NameTask, taskNamer } from './pair-runs.ts';

/** The runs of two sides that can be compared, and the tasks that cannot. */
export interface ComparableRuns {
  readonly baseline: readonly MeasuredRun[];
  readonly candidate: readonly MeasuredRun[];
  readonly excluded: readonly { readonly task_id: string; readonly reason: string }[];
}

/**
 * Selects the runs of each task that were made under the conditions of the newest counted candidate run whose conditions
 * a counted baseline run shares. Both sides are given newest first.
 */
export function selectComparable(
  baseline: readonly MeasuredRun[],
  candidate: readonly MeasuredRun[],
  nameOf: NameTask = taskNamer(baseline, candidate),
): ComparableRuns {
  const [before, after] = [Map.groupBy(baseline, nameOf), Map.groupBy(candidate, nameOf)];
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  const selected = names.map((task_id) => selectRuns(task_id, before.get(task_id), after.get(task_id)));
  return {
    baseline: selected.flatMap((runs) => runs.baseline),
    candidate: selected.flatMap((runs) => runs.candidate),
    excluded: selected.flatMap((runs) => runs.excluded),
  };
}

function selectRuns(
  task_id: string,
  baseline: readonly MeasuredRun[] = [],
  candidate: readonly MeasuredRun[] = [],
): ComparableRuns {
  const exclude = (reason: string): ComparableRuns => ({
    baseline: [],
    candidate: [],
    excluded: [{ task_id, reason }],
  });
  if (baseline.length === 0 || candidate.length === 0) return exclude('only one side has runs of it');
  const counted = { baseline: baseline.filter(isCounted), candidate: candidate.filter(isCounted) };
  for (const side of ['baseline', 'candidate'] as const)
    if (counted[side].length === 0) return exclude(`the ${side} has no run of it that counts`);
  const known = new Set(counted.baseline.map(conditionsOf));
  const shared = counted.candidate.map(conditionsOf).find((conditions) => known.has(conditions));
  if (shared === undefined) return exclude('the sides ran it under different conditions');
  const made = (run: MeasuredRun) => conditionsOf(run) === shared;
  const [before, after] = [baseline.filter(made), candidate.filter(made)];
  if (![...before, ...after].some(isUsable)) return exclude('no run of it has a composite');
  return { baseline: before, candidate: after, excluded: [] };
}

const isCounted = ({ obstacle }: MeasuredRun): boolean => obstacle === null;

const conditionsOf = ({ conditions }: MeasuredRun): string => JSON.stringify(Object.entries(conditions).toSorted());

const isUsable = ({ obstacle, error, failed }: MeasuredRun): boolean => obstacle === null && (error === null || failed);
