import type { ComparedTask, Comparison, Interval, Regression, TaskDelta } from '@assay/schema';
import { type JudgedTask, judgeTask } from './task-outcome.ts';

/** One task with its deltas and regressions. */
export interface ComparedRow extends JudgedTask {
  readonly task_id: string;
  /** Undefined if only the verdict mentions the task. */
  readonly task: ComparedTask | undefined;
  readonly delta: TaskDelta | undefined;
  readonly regressions: readonly Regression[];
}

/** The tasks of a comparison: lost tasks first, then by outcome, worst first. */
export function listComparedTasks({ tasks, verdict }: Pick<Comparison, 'tasks' | 'verdict'>): ComparedRow[] {
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
      return { task_id, task, delta, regressions, ...judgeTask(delta, regressions) };
    })
    .toSorted((a, b) => Number(isLost(b)) - Number(isLost(a)) || rankOf(a) - rankOf(b) || gainOf(a) - gainOf(b));
}

/** Whether every run of the candidate failed a task that the baseline passed. */
export const isLost = ({ regressions }: Pick<ComparedRow, 'regressions'>): boolean =>
  regressions.some(({ kind }) => kind === 'task_lost');

const gainOf = ({ delta }: ComparedRow): number => delta?.composite_delta ?? 0;

const ORDER: readonly (JudgedTask['note'] | JudgedTask['outcome'])[] = [
  'proven',
  'likely',
  'suspected',
  'not comparable',
  "can't tell",
  'one run',
  'better',
];

const rankOf = ({ outcome, note }: JudgedTask): number => ORDER.indexOf(note ?? outcome);

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
