import type { ComparedRun, Regression, TaskDelta, Verdict, VerdictInput } from '@assay/schema';
import { divide, type Fraction, fraction, multiply, roundHalfUp, subtract, sum } from '../math/exact.ts';

/** A run that can be compared: it did not error and its values are finite. */
export interface UsableRun {
  readonly composite: number;
  readonly passed: number;
  readonly total: number;
  /** Whether it passed as a whole, if known. */
  readonly succeeded?: boolean;
}

export interface Side {
  readonly usable: readonly UsableRun[];
  readonly errored: number;
  readonly non_finite: number;
}

/** A task of the baseline, with the runs of each side. */
export interface PairedTask {
  readonly task_id: string;
  readonly baseline: Side;
  /** Undefined when the candidate has no run of the task. */
  readonly candidate: Side | undefined;
}

/** Pairs both sides by task, sorted by task id, so that the order of runs never matters. */
export function pairTasks({ baseline, candidate }: VerdictInput): PairedTask[] {
  const candidates = Map.groupBy(candidate, ({ task_id }) => task_id);
  return [...Map.groupBy(baseline, ({ task_id }) => task_id)]
    .map(([task_id, runs]) => {
      const other = candidates.get(task_id);
      return { task_id, baseline: readSide(runs), candidate: other && readSide(other) };
    })
    .toSorted((a, b) => (a.task_id < b.task_id ? -1 : 1));
}

function readSide(runs: readonly ComparedRun[]): Side {
  const finished = runs.filter((run) => !isErrored(run));
  const usable = finished
    .flatMap((run) => toUsable(run) ?? [])
    .toSorted((a, b) => a.composite - b.composite || a.passed - b.passed || a.total - b.total);
  return { usable, errored: runs.length - finished.length, non_finite: finished.length - usable.length };
}

const isErrored = ({ error }: ComparedRun): boolean => error !== undefined && error !== null && error !== false;

function toUsable({ composite, checks, passed: succeeded }: ComparedRun): UsableRun | null {
  if (composite == null || checks == null || checks.passed === null || checks.total === null) return null;
  const { passed, total } = checks;
  return { composite, passed, total, ...(succeeded === undefined ? {} : { succeeded }) };
}

/** Tasks with invalid, missing or errored runs: proven regressions in every version. */
export function brokenTasks(tasks: readonly PairedTask[]): Regression[] {
  return tasks.flatMap(({ task_id, baseline, candidate }): Regression[] => {
    const broken = (kind: Regression['kind'], reason: string): Regression[] => [
      { task_id, kind, status: 'proven', reason, p_value: null, proof_at: null },
    ];
    if (baseline.non_finite > 0) return broken('non_finite', 'a number of the baseline is not finite');
    if (candidate === undefined) return broken('missing', 'the candidate did not produce this task');
    if (candidate.non_finite > 0) return broken('non_finite', 'a number of the candidate is not finite');
    return candidate.usable.length === 0 ? broken('errored', 'the candidate errored') : [];
  });
}

/** Tasks that only the candidate has are no gain, but their values must still be finite. */
export function brokenCandidateOnly(input: VerdictInput): Regression[] {
  return candidateOnly(input)
    .filter((run) => !isErrored(run) && toUsable(run) === null)
    .map(({ task_id }) => ({
      task_id,
      kind: 'non_finite',
      status: 'proven',
      reason: 'a number of the candidate is not finite',
      p_value: null,
      proof_at: null,
    }));
}

function candidateOnly({ baseline, candidate }: VerdictInput): ComparedRun[] {
  const known = new Set(baseline.map(({ task_id }) => task_id));
  return candidate.filter(({ task_id }) => !known.has(task_id));
}

/** Runs that could not be compared, and why. */
export function excludedRuns(tasks: readonly PairedTask[]): Verdict['excluded'] {
  return tasks.flatMap(({ task_id, baseline, candidate }) =>
    (['baseline', 'candidate'] as const).flatMap((name) => {
      const side = { baseline, candidate }[name];
      if (side === undefined) return [];
      return [
        { task_id, side: name, runs: side.errored, reason: 'errored' },
        { task_id, side: name, runs: side.non_finite, reason: 'a number is not finite' },
      ].filter(({ runs }) => runs > 0);
    }),
  );
}

/** Candidate minus baseline on one task: mean composite, and mean number of checks passed. */
export function taskDelta({ task_id, baseline, candidate }: PairedTask): Omit<TaskDelta, 'is_regression'> {
  const runs = { baseline_runs: baseline.usable.length, candidate_runs: candidate?.usable.length ?? 0 };
  const missing = runs.baseline_runs === 0 ? 'the baseline has no usable run' : 'the candidate has no usable run';
  if (candidate === undefined || runs.baseline_runs === 0 || runs.candidate_runs === 0) {
    return { task_id, composite_delta: null, objective_delta: null, ...runs, reason: missing };
  }
  const difference = (field: 'composite' | 'passed') =>
    round6(subtract(average(candidate.usable, field), average(baseline.usable, field)));
  return { task_id, composite_delta: difference('composite'), objective_delta: difference('passed'), ...runs };
}

// exact decimals, so that 0.85 − 0.8 is 0.05 and ties are the same on every machine
function average(runs: readonly UsableRun[], field: 'composite' | 'passed'): Fraction {
  return divide(sum(runs.map((run) => fraction(run[field]))), fraction(runs.length));
}

const MILLION = fraction(1_000_000);

/** Rounds half up to six decimals; never returns negative zero. */
export function round6(value: number | Fraction): number {
  const exact = typeof value === 'number' ? fraction(value) : value;
  return roundHalfUp(multiply(exact, MILLION)) / 1_000_000 + 0;
}

/** Warnings for the reader that do not affect the verdict. */
export function comparisonWarnings(input: VerdictInput, tasks: readonly PairedTask[]): string[] {
  const extra = new Set(candidateOnly(input).map(({ task_id }) => task_id));
  const unusable = tasks.filter(({ baseline }) => baseline.usable.length === 0);
  return [
    ...(tasks.length === 0 ? ['the baseline has no task: there is nothing to compare'] : []),
    ...[...extra].toSorted().map((task_id) => `task ${task_id} is only in the candidate and does not count as a gain`),
    ...unusable.map(
      ({ task_id }) => `task ${task_id} has no usable baseline run: it is left out, and this never promotes`,
    ),
    ...tasks
      .filter(hasFewerChecks)
      .map(
        ({ task_id }) => `task ${task_id} has fewer checks in the candidate than in the baseline: this never promotes`,
      ),
  ];
}

/** Whether both sides are comparable on every task. If not, nothing is promoted. */
export const isComparable = (tasks: readonly PairedTask[]): boolean =>
  tasks.every((task) => task.baseline.usable.length > 0 && !hasFewerChecks(task));

// removed checks must not lead to a promotion
function hasFewerChecks({ baseline, candidate }: PairedTask): boolean {
  if (candidate === undefined || candidate.usable.length === 0 || baseline.usable.length === 0) return false;
  const least = (side: Side) => Math.min(...side.usable.map(({ total }) => total));
  return least(candidate) < least(baseline);
}
