import type { Comparison, Interval } from '@assay/schema';
import { listComparedTasks } from './compared-tasks.ts';
import { describeRuns } from './power-curve.ts';

/** The answer of a comparison in one sentence. */
interface Headline {
  readonly answer: 'better' | 'worse' | 'mixed' | 'same' | "can't tell";
  /** Untrusted: it contains labels and tasks, unless it begins with "Can't tell yet". */
  readonly text: string;
}

type Compared = Pick<Comparison, 'verdict' | 'tasks' | 'baseline' | 'candidate' | 'to_settle' | 'input'>;

/**
 * The answer to "is the candidate better than the baseline?".
 *
 *   better       the verdict is improved
 *   worse        the verdict is regressed: over all tasks, or on the tasks that it names
 *   mixed        neutral, and the interval lies above zero, but a task may be worse
 *   same         neutral, nothing may be worse, and the interval rules out every difference that matters
 *   can't tell   everything else: how many more runs would settle it, what may be worse, or the interval
 */
export function composeHeadline(comparison: Compared): Headline {
  const { verdict, to_settle, input } = comparison;
  const { interval } = verdict;
  if (verdict.verdict === 'improved') return { answer: 'better', text: tellSides(comparison, 'better') };
  if (verdict.verdict === 'regressed') return { answer: 'worse', text: tellWorse(comparison) };
  if (interval === undefined) return { answer: "can't tell", text: `Can't tell: ${tellNoInterval(comparison)}` };
  const suspects = tellSuspects(comparison);
  if (suspects !== null && interval.low > 0)
    return { answer: 'mixed', text: `${tellSides(comparison, 'better')} on average, but ${suspects}` };
  const { min_composite_gain, regression_composite_drop } = input.thresholds;
  const matters = Math.max(min_composite_gain, regression_composite_drop);
  if (suspects === null && interval.low > -matters && interval.high < matters)
    return { answer: 'same', text: `No difference of ${formatPoints(matters)} points or more` };
  if (to_settle !== null)
    return { answer: "can't tell", text: `Can't tell yet: ${describeRuns(to_settle.runs, to_settle.cost_usd)}` };
  if (suspects !== null) return { answer: "can't tell", text: `Can't tell: ${comparison.candidate.label} ${suspects}` };
  if (verdict.underpowered === true) return { answer: "can't tell", text: "Can't tell yet: too few runs" };
  return { answer: "can't tell", text: `Can't tell: ${tellRange(interval)}` };
}

function tellSides({ verdict, baseline, candidate }: Compared, word: string): string {
  const sides = (is: string) => `${candidate.label} ${is} ${word} than ${baseline.label}`;
  return isSingle(verdict) ? `${sides('did')}${SINGLE_SCOPE}` : sides('is');
}

function tellWorse(comparison: Compared): string {
  const { verdict, candidate } = comparison;
  if (isBelowZero(verdict)) return tellSides(comparison, 'worse');
  const where = `worse ${whereWorse(comparison)}`;
  if (isSingle(verdict)) return `${candidate.label} did ${where}${SINGLE_SCOPE}`;
  return `${candidate.label} is ${where}${verdict.interval === undefined ? `: ${NO_PAIR}` : ''}`;
}

// one run per task says what happened, not what is
const SINGLE_SCOPE = ', in one run per task';
const NO_PAIR = 'no task has usable runs on both sides';

/** Whether the formula for one run per task and side decided. */
const isSingle = ({ formula, formula_version }: Comparison['verdict']): boolean =>
  formula === 'verdict' && formula_version === '1';

const tellNoInterval = ({ verdict }: Compared): string => (isSingle(verdict) ? 'one run per task and side' : NO_PAIR);

const isBelowZero = ({ interval, net_gain }: Comparison['verdict']): boolean =>
  interval === undefined ? net_gain < 0 : interval.high < 0;

function whereWorse(comparison: Compared): string {
  const tasks = listComparedTasks(comparison).filter(({ note }) => note === 'proven');
  if (tasks.length === 0) return 'on the checks of all tasks together';
  return tasks.length === 1 ? `on ${tasks[0]?.task_id}` : `on ${tasks.length} tasks`;
}

/** What may be worse although the verdict is neutral; null if nothing. */
function tellSuspects(comparison: Compared): string | null {
  const tasks = listComparedTasks(comparison).filter(({ note }) => note === 'likely' || note === 'suspected');
  if (tasks.length > 0) return `may be worse on ${tasks.length === 1 ? tasks[0]?.task_id : `${tasks.length} tasks`}`;
  const { regressions } = comparison.verdict;
  if (regressions.some(({ kind }) => kind === 'pooled_objective_drop')) return 'may pass fewer checks';
  return regressions.length > 0 ? 'may be worse over all tasks' : null;
}

const tellRange = ({ low, high }: Interval): string =>
  `the difference is between ${formatSignedPoints(low)} and ${formatSignedPoints(high)} points`;

const formatPoints = (share: number): string => `${Number((100 * Math.abs(share)).toFixed(1))}`;

const formatSignedPoints = (share: number): string => `${share < 0 ? '−' : '+'}${formatPoints(share)}`;
