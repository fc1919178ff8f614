import type { Interval, Regression, TaskDelta, Thresholds, Verdict, VerdictInput, VerdictWord } from '@assay/schema';
import type { Unstamped } from '../formula.ts';
import { holm } from '../math/holm.ts';
import type { PermutationTest, Stratum } from '../math/permutation.ts';
import { type DetectionLevel, detectableDistance } from '../math/power.ts';
import { isLost, type Measured, measureTask, testTasks } from './measured-task.ts';
import {
  brokenCandidateOnly,
  brokenTasks,
  comparisonWarnings,
  excludedRuns,
  isComparable,
  type PairedTask,
  pairTasks,
  round6,
  taskDelta,
} from './paired-tasks.ts';
import { measureSpreads, relevantDistance, runsToDetect } from './task-spreads.ts';

/** The largest one-sided p-value for each conclusion. */
export interface Levels {
  /** For a gain; also the tail probability of the intervals. */
  readonly improved: number;
  /** For a drop of a task, the pooled checks or the effect. */
  readonly tasks: Level;
  readonly objective: Level;
  readonly effect: Level;
  /** The significance and power that a comparison with enough runs reaches. */
  readonly power: DetectionLevel;
  /** The status of a task that errored in every candidate run; default: proven. */
  readonly errors?: Regression['status'];
  /** Whether a task lost in every run is always reported, and first, whatever its p-value. */
  readonly losses?: boolean;
}

/** Updates the regressions found before they decide the verdict. */
export type Settle = (found: readonly Regression[]) => readonly Regression[];

interface Level {
  readonly proof: number;
  readonly suspicion: number;
}

/** Compares repeated runs of two configurations, paired by task, with permutation tests within tasks. */
export function compareRepeats(
  input: VerdictInput,
  levels: Levels,
  settle: Settle = (found) => found,
): Unstamped<Verdict> {
  const rules = { ...input.thresholds, levels };
  const tasks = pairTasks(input);
  const comparable = tasks
    .filter((task) => task.baseline.usable.length > 0 && (task.candidate?.usable.length ?? 0) > 0)
    .map(measureTask);
  const effect = comparable.length === 0 ? null : testTasks(comparable, 'composite', 'effect');
  const found = [
    ...brokenTasks(tasks).map((broken) =>
      broken.kind === 'errored' ? { ...broken, status: levels.errors ?? 'proven' } : broken,
    ),
    ...brokenCandidateOnly(input),
    ...partlyErrored(tasks),
    ...(effect === null ? [] : [...taskDrops(comparable, rules), ...pooledDrops(comparable, effect, rules)]),
  ];
  const regressions = [...settle(levels.losses ? found.toSorted(lostFirst) : found)];
  const verdict = decide(regressions, effect, rules);
  const deltas = tasks.map((task) => deltaWithInterval(task, { comparable, regressions, tail: levels.improved }));
  return {
    verdict,
    promote: verdict === 'improved' && regressions.length === 0 && isComparable(tasks),
    net_gain: round6(effect?.effect ?? 0),
    deltas,
    regressions,
    improvements: deltas.flatMap(({ task_id, composite_delta }) =>
      composite_delta !== null && composite_delta > 0 ? [{ task_id, composite_delta }] : [],
    ),
    warnings: comparisonWarnings(input, tasks),
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

const varies = ({ baseline, candidate }: Stratum): boolean => new Set([...baseline, ...candidate]).size > 1;

// one p-value per task: the smaller of its two measures, doubled when both vary
function taskDrops(tasks: readonly Measured[], rules: Rules): Regression[] {
  const drop = rules.regression_composite_drop;
  const tested = tasks.flatMap((task) => {
    const measures = [
      ...(rules.objective_drop_is_regression && varies(task.objective)
        ? [{ kind: 'objective_drop' as const, p: testTasks([task], 'objective', task.task_id).below(0) }]
        : []),
      ...(varies(task.composite) ? [{ kind: 'composite_drop' as const, p: task.alone.below(-drop) }] : []),
    ];
    const [smallest] = measures.toSorted((a, b) => a.p - b.p);
    const lost = rules.levels.losses === true && rules.objective_drop_is_regression && isLost(task);
    if (smallest === undefined) return lost ? [{ task, lost, kind: 'objective_drop' as const, p: 1 }] : [];
    return [{ task, lost, kind: smallest.kind, p: Math.min(1, smallest.p * measures.length) }];
  });
  const adjusted = holm(tested.map(({ p }) => p));
  return tested.flatMap(({ task, lost, kind }, i): Regression[] => {
    const { task_id } = task;
    const p_value = adjusted[i] as number;
    // reported however few the runs: fresh runs decide whether it is chance
    if (lost) return [{ task_id, kind: 'task_lost', reason: sayLost(task), ...statusOf(p_value, rules.levels.tasks) }];
    const what = kind === 'objective_drop' ? 'fewer checks pass' : `the composite drops by more than ${drop}`;
    return weigh({ task_id, kind, reason: `${what} on this task` }, p_value, rules.levels.tasks);
  });
}

const sayLost = ({ passes: { baseline, candidate } }: Measured): string =>
  `the baseline passed in ${baseline.length} of ${baseline.length} runs, the candidate in 0 of ${candidate.length}`;

const lostFirst = (a: Regression, b: Regression): number =>
  Number(b.kind === 'task_lost') - Number(a.kind === 'task_lost');

function pooledDrops(tasks: readonly Measured[], effect: PermutationTest, rules: Rules): Regression[] {
  const { min_composite_gain, objective_drop_is_regression, levels } = rules;
  const varying = objective_drop_is_regression ? tasks.filter(({ objective }) => varies(objective)) : [];
  const checks = { task_id: null, kind: 'pooled_objective_drop' as const, reason: 'fewer checks pass over all tasks' };
  const reason = `the composite drops by more than ${min_composite_gain} over all tasks`;
  return [
    ...(varying.length === 0
      ? []
      : weigh(checks, testTasks(varying, 'objective', 'objective').below(0), levels.objective)),
    ...weigh({ task_id: null, kind: 'effect_drop', reason }, effect.below(-min_composite_gain), levels.effect),
  ];
}

type Found = Pick<Regression, 'task_id' | 'kind' | 'reason'>;

function weigh(found: Found, p_value: number, level: Level): Regression[] {
  return p_value >= level.suspicion ? [] : [{ ...found, ...statusOf(p_value, level) }];
}

const statusOf = (p_value: number, { proof }: Level): Pick<Regression, 'status' | 'p_value' | 'proof_at'> => ({
  status: p_value <= proof ? 'proven' : 'suspected',
  p_value,
  proof_at: proof,
});

// occasional errors are noise: they neither prove a regression nor allow a gain
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
  /** The tail probability of the intervals. */
  readonly tail: number;
}

function deltaWithInterval(task: PairedTask, { comparable, regressions, tail }: Findings): TaskDelta {
  const measured = comparable.find(({ task_id }) => task_id === task.task_id);
  const is_regression = regressions.some(({ task_id, status }) => task_id === task.task_id && status === 'proven');
  return { ...taskDelta(task), is_regression, ...(measured ? { interval: roundInterval(measured.alone, tail) } : {}) };
}

function roundInterval(found: PermutationTest, tail: number): Interval {
  const { low, high } = found.intervalAt(tail);
  return { low: round6(low), high: round6(high) };
}

function powerOf(
  tasks: readonly Measured[],
  effect: PermutationTest,
  { levels, ...thresholds }: Rules,
): Pick<Verdict, 'underpowered' | 'runs_needed'> {
  const distance = relevantDistance(thresholds);
  const spreads = measureSpreads(tasks.map(({ composite }) => composite));
  const underpowered = effect.resolution > levels.improved || detectableDistance(spreads, levels.power) > distance;
  if (!underpowered || distance === 0) return { underpowered };
  return { underpowered, runs_needed: runsToDetect(spreads, { ...levels.power, distance }) };
}
