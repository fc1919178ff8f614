import type { Interval, Regression, TaskDelta, Thresholds, Verdict, VerdictInput, VerdictWord } from '@assay/schema';
import type { Unstamped } from '../formula.ts';
import { holm } from '../math/holm.ts';
import { type PermutationTest, permutationTest, type Stratum } from '../math/permutation.ts';
import { type Bar, detectableDistance, runsNeeded, type TaskSpread } from '../math/power.ts';
import {
  brokenCandidateOnly,
  brokenTasks,
  deltaOf,
  excludedRuns,
  isSound,
  type PairedTask,
  pairTasks,
  round6,
  type Side,
  type UsableRun,
  warningsOf,
} from './paired-tasks.ts';

/** How small a one-sided p-value has to be, for each way to a conclusion. */
export interface Levels {
  /** That the effect is a gain; also what the intervals leave out at either end. */
  readonly improved: number;
  /** That a task, the pooled checks or the effect got worse. */
  readonly tasks: Level;
  readonly objective: Level;
  readonly effect: Level;
  /** What a comparison with enough runs has to get down to. */
  readonly power: Bar;
  /** What it is when a task errored in every run of the candidate; proof unless said otherwise. */
  readonly errors?: Regression['status'];
}

interface Level {
  readonly proof: number;
  readonly suspicion: number;
}

/** Repeated runs of two configurations, paired by task and tested by rearranging them within tasks. */
export function compareRepeats(input: VerdictInput, levels: Levels): Unstamped<Verdict> {
  const rules = { ...input.thresholds, levels };
  const tasks = pairTasks(input);
  const comparable = tasks
    .filter((task) => task.baseline.usable.length > 0 && (task.candidate?.usable.length ?? 0) > 0)
    .map(measure);
  const effect = comparable.length === 0 ? null : test(comparable, 'composite', 'effect');
  const regressions = [
    ...brokenTasks(tasks).map((broken) =>
      broken.kind === 'errored' ? { ...broken, status: levels.errors ?? 'proven' } : broken,
    ),
    ...brokenCandidateOnly(input),
    ...partlyErrored(tasks),
    ...(effect === null ? [] : [...taskDrops(comparable, rules), ...pooledDrops(comparable, effect, rules)]),
  ];
  const verdict = decide(regressions, effect, rules);
  const deltas = tasks.map((task) => deltaWithInterval(task, { comparable, regressions, tail: levels.improved }));
  return {
    verdict,
    promote: verdict === 'improved' && regressions.length === 0 && isSound(tasks),
    net_gain: round6(effect?.effect ?? 0),
    deltas,
    regressions,
    improvements: deltas.flatMap(({ task_id, composite_delta }) =>
      composite_delta !== null && composite_delta > 0 ? [{ task_id, composite_delta }] : [],
    ),
    warnings: warningsOf(input, tasks),
    excluded: excludedRuns(tasks),
    ...(effect === null
      ? {}
      : {
          interval: roundInterval(effect, levels.improved),
          p_value: Math.min(1, 2 * Math.min(effect.above(0), effect.below(0))),
        }),
    ...(verdict === 'neutral' && effect !== null
      ? powerOf(comparable, effect, rules)
      : { underpowered: effect === null }),
  };
}

interface Rules extends Thresholds {
  readonly levels: Levels;
}

/** A task with usable runs on both sides, as the numbers that are tested. */
interface Measured {
  readonly task_id: string;
  readonly composite: Stratum;
  readonly objective: Stratum;
  /** The composite of this task alone. */
  readonly alone: PermutationTest;
}

function measure({ task_id, baseline, candidate }: PairedTask): Measured {
  const side = candidate as Side;
  const mostChecks = Math.max(...baseline.usable.map(({ total }) => total));
  const composites = ({ usable }: Side) => usable.map(({ composite }) => composite);
  // checks the candidate no longer has count as not passed
  const rate = ({ passed, total }: UsableRun, floor: number) =>
    Math.max(total, floor) === 0 ? 1 : passed / Math.max(total, floor);
  const composite = { baseline: composites(baseline), candidate: composites(side) };
  return {
    task_id,
    composite,
    alone: permutationTest([composite], JSON.stringify([task_id, composite])),
    objective: {
      baseline: baseline.usable.map((run) => rate(run, 0)),
      candidate: side.usable.map((run) => rate(run, mostChecks)).toSorted((a, b) => a - b),
    },
  };
}

type Measure = 'composite' | 'objective';

function test(tasks: readonly Measured[], measured: Measure, salt: string): PermutationTest {
  const strata = tasks.map((task) => task[measured]);
  return permutationTest(strata, JSON.stringify([salt, strata]));
}

const varies = ({ baseline, candidate }: Stratum): boolean => new Set([...baseline, ...candidate]).size > 1;

// one p-value a task: the smaller of its two measures, doubled where both could have shown something
function taskDrops(tasks: readonly Measured[], rules: Rules): Regression[] {
  const drop = rules.regression_composite_drop;
  const tested = tasks.flatMap((task) => {
    const measures = [
      ...(rules.objective_drop_is_regression && varies(task.objective)
        ? [{ kind: 'objective_drop' as const, p: test([task], 'objective', task.task_id).below(0) }]
        : []),
      ...(varies(task.composite) ? [{ kind: 'composite_drop' as const, p: task.alone.below(-drop) }] : []),
    ];
    const [smallest] = measures.toSorted((a, b) => a.p - b.p);
    if (smallest === undefined) return [];
    return [{ task_id: task.task_id, kind: smallest.kind, p: Math.min(1, smallest.p * measures.length) }];
  });
  const adjusted = holm(tested.map(({ p }) => p));
  return tested.flatMap(({ task_id, kind }, i) => {
    const what = kind === 'objective_drop' ? 'fewer checks pass' : `the composite drops by more than ${drop}`;
    return weigh({ task_id, kind, reason: `${what} on this task` }, adjusted[i] as number, rules.levels.tasks);
  });
}

function pooledDrops(tasks: readonly Measured[], effect: PermutationTest, rules: Rules): Regression[] {
  const { min_composite_gain, objective_drop_is_regression, levels } = rules;
  const varying = objective_drop_is_regression ? tasks.filter(({ objective }) => varies(objective)) : [];
  const checks = { task_id: null, kind: 'pooled_objective_drop' as const, reason: 'fewer checks pass over all tasks' };
  const reason = `the composite drops by more than ${min_composite_gain} over all tasks`;
  return [
    ...(varying.length === 0 ? [] : weigh(checks, test(varying, 'objective', 'objective').below(0), levels.objective)),
    ...weigh({ task_id: null, kind: 'effect_drop', reason }, effect.below(-min_composite_gain), levels.effect),
  ];
}

type Found = Pick<Regression, 'task_id' | 'kind' | 'reason'>;

function weigh(found: Found, p_value: number, { proof, suspicion }: Level): Regression[] {
  if (p_value >= suspicion) return [];
  return [{ ...found, status: p_value <= proof ? 'proven' : 'suspected', p_value, proof_at: proof }];
}

// an error now and then is noise of its own: it neither proves a regression nor lets one pass
function partlyErrored(tasks: readonly PairedTask[]): Regression[] {
  return tasks.flatMap(({ task_id, candidate }): Regression[] => {
    if (candidate === undefined || candidate.errored === 0 || candidate.usable.length === 0) return [];
    const reason = `${candidate.errored} of ${candidate.errored + candidate.usable.length} runs of the candidate errored`;
    return [{ task_id, kind: 'errored', status: 'suspected', reason, p_value: null, proof_at: null }];
  });
}

function decide(
  regressions: readonly Regression[],
  effect: PermutationTest | null,
  { min_composite_gain, levels }: Rules,
): VerdictWord {
  if (regressions.some(({ status }) => status === 'proven')) return 'regressed';
  if (effect === null || regressions.length > 0) return 'neutral';
  return effect.above(min_composite_gain) <= levels.improved ? 'improved' : 'neutral';
}

interface Findings {
  readonly comparable: readonly Measured[];
  readonly regressions: readonly Regression[];
  /** What the intervals leave out at either end. */
  readonly tail: number;
}

function deltaWithInterval(task: PairedTask, { comparable, regressions, tail }: Findings): TaskDelta {
  const measured = comparable.find(({ task_id }) => task_id === task.task_id);
  const is_regression = regressions.some(({ task_id, status }) => task_id === task.task_id && status === 'proven');
  return { ...deltaOf(task), is_regression, ...(measured ? { interval: roundInterval(measured.alone, tail) } : {}) };
}

function roundInterval(found: PermutationTest, tail: number): Interval {
  const { low, high } = found.intervalAt(tail);
  return { low: round6(low), high: round6(high) };
}

function powerOf(
  tasks: readonly Measured[],
  effect: PermutationTest,
  { min_composite_gain, regression_composite_drop, levels }: Rules,
): Pick<Verdict, 'underpowered' | 'runs_needed'> {
  // how far an effect of the size that matters is from the threshold it has to clear
  const distance = Math.max(regression_composite_drop - min_composite_gain, min_composite_gain);
  const spreads = spreadsOf(tasks);
  const underpowered = effect.resolution > levels.improved || detectableDistance(spreads, levels.power) > distance;
  if (!underpowered || distance === 0) return { underpowered };
  const fewest = Math.min(...spreads.flatMap(({ baseline_runs, candidate_runs }) => [baseline_runs, candidate_runs]));
  return { underpowered, runs_needed: Math.max(fewest + 1, runsNeeded(spreads, { ...levels.power, distance })) };
}

// the spread around each side's own mean; a task without repeats gets the mean spread of the others
function spreadsOf(tasks: readonly Measured[]): TaskSpread[] {
  const known = tasks.map(({ composite: { baseline, candidate } }) => {
    const freedom = baseline.length + candidate.length - 2;
    return freedom === 0 ? null : (squares(baseline) + squares(candidate)) / freedom;
  });
  const measured = known.filter((variance) => variance !== null);
  const typical = measured.length === 0 ? 0 : measured.reduce((all, variance) => all + variance, 0) / measured.length;
  return tasks.map(({ composite }, i) => ({
    variance: known[i] ?? typical,
    baseline_runs: composite.baseline.length,
    candidate_runs: composite.candidate.length,
  }));
}

function squares(values: readonly number[]): number {
  const centre = values.reduce((all, value) => all + value, 0) / values.length;
  return values.reduce((all, value) => all + (value - centre) * (value - centre), 0);
}
