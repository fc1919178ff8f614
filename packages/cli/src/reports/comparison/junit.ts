import type { Comparison } from '@assay/schema';
import {
  type ComparedRow,
  composeHeadline,
  describeDelta,
  describeOutcome,
  describePromotion,
  describeRegression,
  type JudgedTask,
  listComparedTasks,
  listLosses,
} from '@assay/scoring';
import { formatSuite, type TestCase, type TestOutcome } from '../junit-suite.ts';
import {
  describeSecondStage,
  formatBasis,
  formatComposite,
  formatGain,
  formatLoss,
  formatSettling,
  formatSides,
  listWarnings,
} from './sentences.ts';

/** A comparison as JUnit XML: one test case per task, and one for the verdict, which fails if it regressed. */
export function writeComparisonJunit(comparison: Comparison): string {
  return formatSuite({
    program: 'assay compare',
    name: formatSides(comparison),
    cases: [verdictCase(comparison), ...listComparedTasks(comparison).map(taskCase)],
    warnings: listWarnings(comparison),
  });
}

function verdictCase(comparison: Comparison): TestCase {
  const { verdict } = comparison;
  const settling = formatSettling(comparison);
  const second = describeSecondStage(comparison);
  return {
    name: 'verdict',
    classname: 'assay.comparison',
    type: 'verdict',
    duration_ms: 0,
    outcome: verdict.verdict === 'regressed' ? 'failure' : 'passed',
    message: `${verdict.verdict}: ${formatGain(verdict)}`,
    details: [
      composeHeadline(comparison).text,
      ...listLosses(comparison).map((loss) => `${loss.title}: ${loss.task_id}: ${formatLoss(loss)}`),
      ...(second === null ? [] : [second.reason, ...second.commands]),
      `${verdict.verdict}: ${formatGain(verdict)}; ${describePromotion(comparison)}`,
      ...verdict.regressions
        .filter(({ task_id }) => task_id === null)
        .map((regression) => `${regression.status}: ${describeRegression(regression)}`),
      ...(settling === null ? [] : [settling]),
      formatBasis(comparison),
    ],
  };
}

function taskCase(row: ComparedRow): TestCase {
  const { task_id, task, delta, regressions } = row;
  const proven = regressions.filter(({ status }) => status === 'proven').map(describeRegression);
  return {
    name: task_id,
    classname: 'assay.comparison.task',
    type: regressions[0]?.kind ?? 'task',
    duration_ms: task?.candidate.wall_ms ?? 0,
    outcome: outcomeOf(row),
    message: proven.join('; ') || (delta?.reason ?? 'the baseline does not contain this task'),
    details: [
      ...(task === undefined ? [] : [`${formatComposite(task.baseline)} → ${formatComposite(task.candidate)}`]),
      `delta ${describeDelta(delta)}, ${describeOutcome(row)}`,
      ...regressions.map((regression) => `${regression.status}: ${describeRegression(regression)}`),
    ],
  };
}

// only a proven loss fails, so that the cases agree with the verdict
function outcomeOf({ note }: JudgedTask): TestOutcome {
  if (note === 'proven') return 'failure';
  return note === 'not comparable' ? 'skipped' : 'passed';
}
