import type { ComparedTask, Comparison, Interval, Regression, TaskDelta } from '@assay/schema';

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
export function listComparedTasks({ tasks, verdict }: Comparison): ComparedRow[] {
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

/** Whether every run of the candidate failed a task that the baseline passed. */
export const isLost = ({ regressions }: Pick<ComparedRow, 'regressions'>): boolean =>
  regressions.some(({ kind }) => kind === 'task_lost');

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

/** Candidate minus baseline, with its interval: `+0.21 (+0.03 to +0.39)`. */
export function describeDelta(delta: TaskDelta | undefined): string {
  if (delta === undefined || delta.composite_delta === null) return '–';
  const { composite_delta, interval } = delta;
  return `${formatSigned(composite_delta, 2)}${interval === undefined ? '' : ` (${describeInterval(interval)})`}`;
}

// an interval that rules nothing out is not worth showing
const describeInterval = ({ low, high }: Interval): string =>
  low <= -1 && high >= 1 ? 'too few runs to tell' : `${formatSigned(low, 2)} to ${formatSigned(high, 2)}`;

/** The reason of a regression with its p-value and the threshold for proof. */
export function describeRegression({ reason, p_value, proof_at }: Regression): string {
  if (p_value === null) return reason;
  const size = p_value < 0.001 ? '< 0.001' : `= ${p_value.toFixed(3)}`;
  return `${reason} (p ${size}${proof_at === null ? '' : `, threshold ${proof_at}`})`;
}

/** `+0.084`, `−0.031`. */
export const formatSigned = (value: number, digits = 3): string =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;
