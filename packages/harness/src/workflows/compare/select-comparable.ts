import type { MeasuredRun } from './measured-run.ts';

/** The runs of two sides that can be compared, and the scenarios that cannot. */
export interface ComparableRuns {
  readonly baseline: readonly MeasuredRun[];
  readonly candidate: readonly MeasuredRun[];
  readonly excluded: readonly { readonly scenario: string; readonly reason: string }[];
}

/**
 * Selects the runs of each scenario that were made under the conditions of the newest candidate run whose conditions
 * the baseline shares. Both sides are given newest first.
 */
export function selectComparable(baseline: readonly MeasuredRun[], candidate: readonly MeasuredRun[]): ComparableRuns {
  const [before, after] = [groupByScenario(baseline), groupByScenario(candidate)];
  const scenarios = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  const selected = scenarios.map((scenario) => selectRuns(scenario, before.get(scenario), after.get(scenario)));
  return {
    baseline: selected.flatMap((runs) => runs.baseline),
    candidate: selected.flatMap((runs) => runs.candidate),
    excluded: selected.flatMap((runs) => runs.excluded),
  };
}

const groupByScenario = (runs: readonly MeasuredRun[]): Map<string, MeasuredRun[]> =>
  Map.groupBy(runs, ({ scenario }) => scenario);

function selectRuns(
  scenario: string,
  baseline: readonly MeasuredRun[] = [],
  candidate: readonly MeasuredRun[] = [],
): ComparableRuns {
  const exclude = (reason: string): ComparableRuns => ({
    baseline: [],
    candidate: [],
    excluded: [{ scenario, reason }],
  });
  if (baseline.length === 0 || candidate.length === 0) return exclude('only one side has runs of it');
  const known = new Set(baseline.map(conditionsOf));
  const shared = candidate.map(conditionsOf).find((conditions) => known.has(conditions));
  if (shared === undefined) return exclude('the sides ran it under different conditions');
  const made = (run: MeasuredRun) => conditionsOf(run) === shared;
  const [before, after] = [baseline.filter(made), candidate.filter(made)];
  if (![...before, ...after].some(isUsable)) return exclude('no run of it has a composite');
  return { baseline: before, candidate: after, excluded: [] };
}

const conditionsOf = ({ conditions }: MeasuredRun): string => JSON.stringify(Object.entries(conditions).toSorted());

const isUsable = ({ obstacle, error, failed }: MeasuredRun): boolean => obstacle === null && (error === null || failed);
