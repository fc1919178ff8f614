import type { MeasuredRun } from './measured-run.ts';
import { type NameTask, taskNamer } from './pair-runs.ts';

/** The runs of two sides that can be compared, and the tasks that cannot. */
export interface ComparableRuns {
  readonly baseline: readonly MeasuredRun[];
  readonly candidate: readonly MeasuredRun[];
  readonly excluded: readonly { readonly task_id: string; readonly reason: string }[];
  /** Whether a side had more runs of a task than the other, and its oldest were left out. */
  readonly partial: boolean;
}

/**
 * Selects the runs of each task that were made under the conditions of the newest counted candidate run whose conditions
 * a counted baseline run shares. Both sides are given newest first.
 *
 * Nobody planned how often each side ran. So that missing runs are not taken for errors, both sides get the same number
 * of counted runs of each task, the newest ones, whichever of them is the baseline.
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
    partial: selected.some((runs) => runs.partial),
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
    partial: false,
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
  const [left, right] = [before.filter(isCounted).length, after.filter(isCounted).length];
  const each = Math.min(left, right);
  return {
    baseline: takeNewest(before, each),
    candidate: takeNewest(after, each),
    excluded: [],
    partial: left !== right,
  };
}

/** The newest runs, until this many of them count. */
function takeNewest(runs: readonly MeasuredRun[], most: number): readonly MeasuredRun[] {
  const last = runs.filter(isCounted)[most - 1];
  return last === undefined ? [] : runs.slice(0, runs.indexOf(last) + 1);
}

const isCounted = ({ obstacle }: MeasuredRun): boolean => obstacle === null;

const conditionsOf = ({ conditions }: MeasuredRun): string => JSON.stringify(Object.entries(conditions).toSorted());

const isUsable = ({ obstacle, error, failed }: MeasuredRun): boolean => obstacle === null && (error === null || failed);
