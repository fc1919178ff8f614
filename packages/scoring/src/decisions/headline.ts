import type { Comparison, Interval } from '@assay/schema';
import type { Headline } from '@assay/schema/api';
import { listComparedTasks } from './compared-tasks.ts';
import { listComparisonObjections } from './comparison-objections.ts';
import { describeRuns } from './power-curve.ts';
import { listLosses } from './worse-items.ts';

type Compared = Pick<Comparison, 'verdict' | 'tasks' | 'baseline' | 'candidate' | 'to_settle'> & {
  readonly input: Pick<Comparison['input'], 'thresholds'>;
};

/**
 * The answer to "is the candidate better than the baseline?", which every output shows. Its text contains untrusted
 * labels and tasks, unless it begins with "Can't tell yet".
 *
 *   better         the verdict is improved
 *   worse          the verdict is regressed: over all tasks, or on the tasks that it names
 *   likely worse   neutral, and a task is lost in every run, with its interval below zero
 *   mixed          neutral, and the interval lies above zero, but a task may be worse
 *   same           neutral, nothing may be worse, and the interval rules out every difference that matters
 *   can't tell     everything else: how unevenly the sides erred, which task may be lost, how many more runs would settle it, what may be worse, or
 *                  the interval
 */
export function composeHeadline(comparison: Compared): Headline {
  const losses = listLosses(comparison);
  const { answer, text } = answerOf(comparison, losses);
  return { answer, tone: answer === "can't tell" && losses.length > 0 ? 'warn' : TONES[answer], text };
}

const TONES: Readonly<Record<Headline['answer'], Headline['tone']>> = {
  better: 'good',
  worse: 'bad',
  'likely worse': 'warn',
  mixed: 'warn',
  same: 'muted',
  "can't tell": 'muted',
};

function answerOf(comparison: Compared, losses: ReturnType<typeof listLosses>): Omit<Headline, 'tone'> {
  const { verdict, to_settle, input } = comparison;
  const { interval } = verdict;
  if (verdict.verdict === 'improved' && !isSingle(verdict))
    return { answer: 'better', text: tellSides(comparison, 'better') };
  if (verdict.verdict === 'regressed') return { answer: 'worse', text: tellWorse(comparison) };
  const likely = losses.filter(({ certainty }) => certainty === 'likely').map(({ task_id }) => task_id);
  if (likely.length > 0)
    return {
      answer: 'likely worse',
      text: `Likely loss of ${likely.length === 1 ? likely[0] : `${likely.length} tasks`}`,
    };
  if (verdict.uneven_errors !== undefined)
    return { answer: "can't tell", text: `Can't tell: ${verdict.uneven_errors}` };
  if (interval === undefined)
    return { answer: "can't tell", text: `Can't tell: ${isSingle(verdict) ? 'one run per task and side' : NO_PAIR}` };
  const suspects = tellSuspects(comparison);
  if (suspects !== null && interval.low > 0)
    return { answer: 'mixed', text: `${tellSides(comparison, 'better')} on average, but ${suspects}` };
  const { min_composite_gain, regression_composite_drop } = input.thresholds;
  const matters = Math.max(min_composite_gain, regression_composite_drop);
  if (suspects === null && interval.low > -matters && interval.high < matters)
    return { answer: 'same', text: `No difference of ${formatPoints(matters)} points or more` };
  // a lost task must not hide behind the number of runs that would settle it
  if (to_settle !== null && losses.length === 0)
    return { answer: "can't tell", text: `Can't tell yet: ${describeRuns(to_settle.runs, to_settle.cost_usd)}` };
  if (suspects !== null) return { answer: "can't tell", text: `Can't tell: ${comparison.candidate.label} ${suspects}` };
  if (verdict.underpowered === true) return { answer: "can't tell", text: "Can't tell yet: too few runs" };
  return { answer: "can't tell", text: `Can't tell: ${tellRange(interval)}` };
}

/** Whether a comparison can become a pull request: `can be promoted`, or why not. */
export function describePromotion(comparison: Parameters<typeof listComparisonObjections>[0]): string {
  const [objection] = listComparisonObjections(comparison);
  if (!comparison.verdict.promote) return 'cannot be promoted';
  return objection === undefined ? 'can be promoted' : `cannot be promoted: ${objection}`;
}

const tellSides = ({ verdict, baseline, candidate }: Compared, word: string): string =>
  `${candidate.label} ${isSingle(verdict) ? `did ${word}` : `is ${word}`} than ${baseline.label}${scopeOf(verdict)}`;

function tellWorse(comparison: Compared): string {
  const { verdict, candidate } = comparison;
  if (isBelowZero(verdict)) return tellSides(comparison, 'worse');
  const where = `worse ${whereWorse(comparison)}`;
  if (isSingle(verdict)) return `${candidate.label} did ${where}${scopeOf(verdict)}`;
  return `${candidate.label} is ${where}${verdict.interval === undefined ? `: ${NO_PAIR}` : ''}`;
}

/** Whether the published formula for one run per task decided: it says what happened, not what is. No gain rests on it. */
const isSingle = ({ formula, formula_version }: Comparison['verdict']): boolean =>
  formula === 'verdict' && formula_version === '1';

const scopeOf = (verdict: Comparison['verdict']): string => (isSingle(verdict) ? ', in one run per task' : '');

const NO_PAIR = 'no task has usable runs on both sides';

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
