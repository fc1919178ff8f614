import { AssayError } from '@assay/schema';
import type { MeasuredRun } from './measured-run.ts';

/** All runs of one task on both sides, including those that do not count. */
export interface PairedRuns {
  readonly task_id: string;
  readonly scenario: string;
  /** Both agents, if the sides have different ones. */
  readonly agent: string;
  readonly baseline: readonly MeasuredRun[];
  readonly candidate: readonly MeasuredRun[];
}

/** Names the task of a run. */
export type NameTask = (run: Pick<MeasuredRun, 'scenario' | 'agent'>) => string;

type WithAgent = Pick<MeasuredRun, 'agent'>;

/** A task is a scenario; if a side has several agents, a scenario and an agent. */
export function taskNamer(baseline: readonly WithAgent[], candidate: readonly WithAgent[]): NameTask {
  const alone = [baseline, candidate].every((side) => agentsOf(side).length <= 1);
  return ({ scenario, agent }) => (alone ? scenario : `${scenario} · ${agent}`);
}

/** Pairs the runs of two sides by task. Throws `conflict` if their conditions differ. */
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

/** The agents of these runs, in order. */
const agentsOf = (runs: readonly WithAgent[]): string[] => [...new Set(runs.map(({ agent }) => agent))];

/** The same with the configured model: another model makes another agent. */
export const nameAgents = (runs: readonly MeasuredRun[]): string[] => [
  ...new Set(runs.map(({ agent, model }) => (model === null ? agent : `${agent} (${model})`))),
];

const REFUSALS: Readonly<Record<string, string>> = {
  task: 'the scenario or its files changed',
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
      `the runs of ${task_id} cannot be compared: ${why} (${condition}: ${examples.join(', ')}); run both sides again under the same conditions`,
    );
  }
}

// the start of a digest is enough
const shorten = (value = 'none'): string => (/^[0-9a-f]{64}$/.test(value) ? value.slice(0, 12) : value);
