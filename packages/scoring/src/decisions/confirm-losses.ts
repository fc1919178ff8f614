import type { ConfirmationRuns, ConfirmationVerdict, Regression, Thresholds, VerdictInput } from '@assay/schema';
import { holm } from '../math/holm.ts';
import { type Measured, measureTask, testTasks } from './measured-task.ts';
import { type PairedTask, pairTasks } from './paired-tasks.ts';

/** The largest one-sided p-value that proves a loss on fresh runs, at the first and last look; 0.5 % in total. */
const PROOF = { first: 0.004, last: 0.001 } as const;
/** From this p-value on, the last look clears a task. */
const NO_SUSPICION = 0.2;

type ConfirmedTask = ConfirmationVerdict['tasks'][number];

/** The tasks in doubt after the first stage, with the outcome of fresh runs. */
export interface ConfirmationStage {
  /** The regressions found, updated with what fresh runs proved or cleared. */
  readonly regressions: readonly Regression[];
  readonly warnings: readonly string[];
  /** Undefined when no task is in doubt. */
  readonly confirmation: ConfirmationVerdict | undefined;
}

export interface SecondStageInput {
  readonly fresh: ConfirmationRuns | undefined;
  readonly thresholds: Thresholds;
}

/** Tests the tasks that the first stage suspected, using only fresh runs of them. */
export function confirmLosses(
  found: readonly Regression[],
  { fresh, thresholds }: SecondStageInput,
): ConfirmationStage {
  const doubts = found.filter(isInDoubt);
  // a proven regression needs no more runs
  if (doubts.length === 0 || found.some(({ status }) => status === 'proven'))
    return { regressions: found, warnings: [], confirmation: undefined };
  const judged = judge(doubts, { fresh, thresholds });
  const byTask = new Map(judged.map((task) => [task.task_id, task]));
  const runs_needed = runsForProof(doubts.length);
  return {
    regressions: found.flatMap((regression): Regression[] => {
      const task = isInDoubt(regression) ? byTask.get(regression.task_id) : undefined;
      if (task === undefined || task.status === 'suspected') return [regression];
      return task.status === 'cleared' ? [] : [prove(regression, task, levelOf(fresh))];
    }),
    warnings: judged.filter(({ status }) => status === 'cleared').map(sayCleared),
    confirmation: {
      tasks: judged,
      looks_taken: fresh?.looks_taken ?? 0,
      runs_needed,
      runs_at_most: 2 * runs_needed,
    },
  };
}

/** A task that fresh runs can prove or clear. Tasks with errored runs are not among them. */
interface Doubt extends Regression {
  readonly task_id: string;
  readonly kind: 'task_lost' | 'objective_drop' | 'composite_drop';
}

const isInDoubt = (regression: Regression): regression is Doubt =>
  regression.status === 'suspected' && regression.task_id !== null && CONFIRMABLE.has(regression.kind);

const CONFIRMABLE: ReadonlySet<string> = new Set(['task_lost', 'objective_drop', 'composite_drop']);

const levelOf = (fresh: ConfirmationRuns | undefined): number => (fresh?.looks_taken === 1 ? PROOF.first : PROOF.last);

function judge(doubts: readonly Doubt[], { fresh, thresholds }: SecondStageInput): ConfirmedTask[] {
  const pairs = new Map(pairFresh(fresh, thresholds).map((pair) => [pair.task_id, pair]));
  const tested = doubts.map((doubt) => testFresh(doubt, pairs.get(doubt.task_id), thresholds));
  const adjusted = holm(tested.map((test) => test?.p ?? 1));
  return doubts.map(({ task_id }, i) => {
    const pair = pairs.get(task_id);
    const [test, p_value] = [tested[i], adjusted[i] as number];
    const counts = {
      baseline_runs: pair?.baseline.usable.length ?? 0,
      candidate_runs: pair?.candidate?.usable.length ?? 0,
    };
    if (test === undefined) return { task_id, status: 'suspected', ...counts, p_value: null };
    const proven = p_value <= levelOf(fresh);
    const clear = test.unharmed || (fresh?.looks_taken === 2 && test.p >= NO_SUSPICION);
    // too few runs to prove a loss cannot clear one, and errored runs prove nothing in its favor
    const enough = Math.min(counts.baseline_runs, counts.candidate_runs) >= runsForProof(doubts.length);
    const cleared = clear && enough && pair?.candidate?.errored === 0;
    return { task_id, status: proven ? 'proven' : cleared ? 'cleared' : 'suspected', ...counts, p_value };
  });
}

function pairFresh(fresh: ConfirmationRuns | undefined, thresholds: Thresholds): PairedTask[] {
  if (fresh === undefined || fresh.looks_taken === 0) return [];
  const input: VerdictInput = { baseline: fresh.baseline, candidate: fresh.candidate, thresholds };
  return pairTasks(input);
}

/** The result of the fresh runs of a task. */
interface FreshTest {
  readonly p: number;
  /** The candidate did no worse than allowed. */
  readonly unharmed: boolean;
}

// uses the measure that raised the doubt, chosen before these runs
function testFresh(doubt: Doubt, pair: PairedTask | undefined, thresholds: Thresholds): FreshTest | undefined {
  if (pair === undefined || pair.baseline.usable.length === 0 || (pair.candidate?.usable.length ?? 0) === 0)
    return undefined;
  const measured: Measured = measureTask(pair);
  const bound = doubt.kind === 'composite_drop' ? -thresholds.regression_composite_drop : 0;
  const test = testTasks([measured], MEASURES[doubt.kind], `fresh ${doubt.task_id}`);
  return { p: test.below(bound), unharmed: test.effect >= bound };
}

const MEASURES = { task_lost: 'passes', objective_drop: 'objective', composite_drop: 'composite' } as const;

const prove = (regression: Regression, task: ConfirmedTask, proof_at: number): Regression => ({
  ...regression,
  status: 'proven',
  reason: `${regression.reason}; ${sayRuns(task)} confirm it`,
  p_value: task.p_value,
  proof_at,
});

const sayCleared = (task: ConfirmedTask): string =>
  `task ${task.task_id} was suspected and is cleared by ${sayRuns(task)}: they do not show the drop`;

const sayRuns = ({ baseline_runs, candidate_runs }: ConfirmedTask): string =>
  baseline_runs === candidate_runs
    ? `${baseline_runs} fresh runs on each side`
    : `fresh runs (${baseline_runs} of the baseline, ${candidate_runs} of the candidate)`;

/** Fresh runs per side that prove a total loss at the first look, given the number of tasks in doubt. */
function runsForProof(tasks: number): number {
  let [runs, ways] = [1, 2];
  while (tasks / ways > PROOF.first) {
    runs++;
    ways = (ways * (2 * runs) * (2 * runs - 1)) / (runs * runs);
  }
  return runs;
}
