import type { ComparedTask, Comparison, Regression, TaskDelta } from '@assay/schema';

/** The outcome of a task. A difference within the noise is `undecided`. */
export type TaskWord = 'regressed' | 'suspected' | 'not comparable' | 'worse' | 'better' | 'undecided' | 'one run';

/** One task with its deltas and regressions. */
export interface ComparedRow {
  readonly task_id: string;
  /** Undefined if only the verdict mentions the task. */
  readonly task: ComparedTask | undefined;
  readonly delta: TaskDelta | undefined;
  readonly regressions: readonly Regression[];
  readonly word: TaskWord;
}

const ORDER: readonly TaskWord[] = [
  'regressed',
  'suspected',
  'not comparable',
  'worse',
  'undecided',
  'one run',
  'better',
];

/** The tasks of a comparison: lost tasks first, then by outcome, worst first. */
export function listRows({ tasks, verdict }: Comparison): ComparedRow[] {
  const names = new Set([
    ...tasks.map(({ task_id }) => task_id),
    ...verdict.deltas.map(({ task_id }) => task_id),
    ...verdict.regressions.flatMap(({ task_id }) => task_id ?? []),
  ]);
  return [...names]
    .map((task_id) => {
      const delta = verdict.deltas.find((one) => one.task_id === task_id);
      const regressions = verdict.regressions.filter((one) => one.task_id === task_id);
      const task = tasks.find((one) => one.task_id === task_id);
      return { task_id, task, delta, regressions, word: wordOf(delta, regressions) };
    })
    .toSorted(
      (a, b) =>
        Number(isLost(b)) - Number(isLost(a)) || ORDER.indexOf(a.word) - ORDER.indexOf(b.word) || gainOf(a) - gainOf(b),
    );
}

const isLost = ({ regressions }: ComparedRow): boolean => regressions.some(({ kind }) => kind === 'task_lost');

/** Orders regressions: lost tasks first, then proven before suspected. */
export const orderRegressions = (regressions: readonly Regression[]): Regression[] =>
  regressions.toSorted(
    (a, b) => Number(b.kind === 'task_lost') - Number(a.kind === 'task_lost') || a.status.localeCompare(b.status, 'en'),
  );

const gainOf = ({ delta }: ComparedRow): number => delta?.composite_delta ?? 0;

function wordOf(delta: TaskDelta | undefined, regressions: readonly Regression[]): TaskWord {
  if (regressions.some(({ status }) => status === 'proven')) return 'regressed';
  if (regressions.length > 0) return 'suspected';
  if (delta === undefined || delta.composite_delta === null) return 'not comparable';
  if (delta.interval === undefined) return 'one run';
  if (delta.interval.low > 0) return 'better';
  return delta.interval.high < 0 ? 'worse' : 'undecided';
}
