import { AssayError } from '@assay/schema';
import type { MeasuredRun } from './measured-run.ts';

/** All runs of one task on both sides, those that do not count among them. */
export interface PairedRuns {
  readonly task_id: string;
  readonly scenario: string;
  /** Both, where the sides were run by two. */
  readonly agent: string;
  readonly baseline: readonly MeasuredRun[];
  readonly candidate: readonly MeasuredRun[];
}

/** How the task of a run is called. */
export type NameTask = (run: Pick<MeasuredRun, 'scenario' | 'agent'>) => string;

/** A task is a scenario; where a side has several agents, a scenario with an agent. */
export function taskNamer(baseline: readonly MeasuredRun[], candidate: readonly MeasuredRun[]): NameTask {
  const alone = [baseline, candidate].every((side) => agentsOf(side).length <= 1);
  return ({ scenario, agent }) => (alone ? scenario : `${scenario} · ${agent}`);
}

/** Pairs the runs of two sides by task, or throws `conflict` where they were not made under the same conditions. */
export function pairRuns(
  baseline: readonly MeasuredRun[],
  candidate: readonly MeasuredRun[],
  nameOf: NameTask = taskNamer(baseline, candidate),
): PairedRuns[] {
  const sides = { baseline: Map.groupBy(baseline, nameOf), candidate: Map.groupBy(candidate, nameOf) };
  const names = [...new Set([...sides.baseline.keys(), ...sides.candidate.keys()])].sort();
  return names.map((task_id) => {
    const [before, after] = [sides.baseline.get(task_id) ?? [], sides.candidate.get(task_id) ?? []];
    refuseMismatch(task_id, [...before, ...after]);
    const [first] = [...before, ...after];
    return {
      task_id,
      scenario: first?.scenario ?? task_id,
      agent: agentsOf([...before, ...after]).join(' → '),
      baseline: before,
      candidate: after,
    };
  });
}

/** Who made these runs, in the order they come. */
const agentsOf = (runs: readonly MeasuredRun[]): string[] => [...new Set(runs.map(({ agent }) => agent))];

/** The same, each with the model it was told to use: with another one it is another agent. */
export const nameAgents = (runs: readonly MeasuredRun[]): string[] => [
  ...new Set(runs.map(({ agent, model }) => (model === null ? agent : `${agent} (${model})`))),
];

const REFUSALS: Readonly<Record<string, string>> = {
  task: 'the scenario, or its files, changed in between',
  scorers: 'they were graded by different scorers',
  sandbox: 'they ran in different sandboxes',
  limits: 'they had different resources',
};

function refuseMismatch(task_id: string, runs: readonly MeasuredRun[]): void {
  for (const [condition, why] of Object.entries(REFUSALS)) {
    const found = new Map(runs.map((run) => [run.conditions[condition], run]));
    if (found.size < 2) continue;
    const examples = [...found].slice(0, 2).map(([value, { run_id }]) => `${run_id} has ${shorten(value)}`);
    throw new AssayError(
      'conflict',
      `the runs of ${task_id} cannot be compared: ${why} (${condition}: ${examples.join(', ')}); make the runs of both sides anew, under the same conditions`,
    );
  }
}

// of a digest the beginning tells it apart
const shorten = (value = 'none'): string => (/^[0-9a-f]{64}$/.test(value) ? value.slice(0, 12) : value);
