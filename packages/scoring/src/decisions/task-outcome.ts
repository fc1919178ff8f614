import type { Regression, TaskDelta } from '@assay/schema';

/** How the candidate did on a task. */
type TaskOutcome = 'worse' | 'better' | "can't tell";

/** How sure a `worse` is, or why a task is undecided; null if the interval alone says it. */
type OutcomeNote = 'proven' | 'likely' | 'suspected' | 'not comparable' | 'one run';

export interface JudgedTask {
  readonly outcome: TaskOutcome;
  readonly note: OutcomeNote | null;
}

/**
 * The one rule for better, worse and can't tell. Every table, list, export and chart uses it.
 *
 *   worse        a regression of the task is proven                              proven
 *                else, if its 95 % interval lies below zero                      likely
 *   can't tell   else, if a regression of it is suspected                        suspected
 *                else, if a side has no usable run                               not comparable
 *                else, if there is one run per side                              one run
 *   better       else, if its interval lies above zero
 *   can't tell   else: the interval includes zero
 *
 * `proven` is corrected for the number of tasks, `likely` is not: of many equal tasks, one in forty is likely worse by
 * chance. So a likely loss is listed, and does not decide the verdict.
 */
export function judgeTask(
  delta: (Pick<TaskDelta, 'composite_delta' | 'interval'> & Partial<TaskDelta>) | undefined,
  regressions: readonly Pick<Regression, 'status'>[],
): JudgedTask {
  if (regressions.some(({ status }) => status === 'proven')) return { outcome: 'worse', note: 'proven' };
  const interval = delta?.composite_delta == null ? undefined : delta.interval;
  if (interval !== undefined && interval.high < 0) return { outcome: 'worse', note: 'likely' };
  if (regressions.length > 0) return { outcome: "can't tell", note: 'suspected' };
  if (delta?.composite_delta == null) return { outcome: "can't tell", note: 'not comparable' };
  if (interval === undefined || (delta.baseline_runs === 1 && delta.candidate_runs === 1))
    return { outcome: "can't tell", note: 'one run' };
  return { outcome: interval.low > 0 ? 'better' : "can't tell", note: null };
}

/** `worse (proven)`, `can't tell (one run)`, `better`. */
export const describeOutcome = ({ outcome, note }: JudgedTask): string =>
  note === null ? outcome : `${outcome} (${note})`;
