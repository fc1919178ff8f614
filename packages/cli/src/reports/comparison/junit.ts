import type { Comparison } from '@assay/schema';
import { type ComparedRow, describeDelta, describeRegression, listComparedTasks, type TaskWord } from '@assay/scoring';
import { formatSuite, type TestCase, type TestOutcome } from '../junit-suite.ts';
import {
  listLosses,
  listWarnings,
  sayBasis,
  sayComposite,
  sayGain,
  saySecondStage,
  saySettling,
  saySides,
} from './sentences.ts';

/** A comparison as JUnit XML: one test case per task, and one for the verdict, which fails if it regressed. */
export function writeComparisonJunit(comparison: Comparison): string {
  return formatSuite({
    program: 'assay compare',
    name: saySides(comparison),
    cases: [verdictCase(comparison), ...listComparedTasks(comparison).map(taskCase)],
    warnings: listWarnings(comparison),
  });
}

function verdictCase(comparison: Comparison): TestCase {
  const { verdict } = comparison;
  const settling = saySettling(comparison);
  const second = saySecondStage(comparison);
  return {
    name: 'verdict',
    classname: 'assay.comparison',
    type: 'verdict',
    duration_ms: 0,
    outcome: verdict.verdict === 'regressed' ? 'failure' : 'passed',
    message: `${verdict.verdict}: ${sayGain(verdict)}`,
    details: [
      ...listLosses(comparison).map(({ title, task_id, reason }) => `${title}: ${task_id}: ${reason}`),
      ...(second === null ? [] : [second.reason, ...second.commands]),
      `${verdict.verdict}: ${sayGain(verdict)}`,
      ...verdict.regressions
        .filter(({ task_id }) => task_id === null)
        .map((regression) => `${regression.status}: ${describeRegression(regression)}`),
      ...(settling === null ? [] : [settling]),
      sayBasis(comparison),
    ],
  };
}

function taskCase({ task_id, task, delta, regressions, word }: ComparedRow): TestCase {
  const proven = regressions.filter(({ status }) => status === 'proven').map(describeRegression);
  return {
    name: task_id,
    classname: 'assay.comparison.task',
    type: regressions[0]?.kind ?? 'task',
    duration_ms: task?.candidate.wall_ms ?? 0,
    outcome: outcomeOf(word),
    message: proven.join('; ') || (delta?.reason ?? 'the baseline does not contain this task'),
    details: [
      ...(task === undefined ? [] : [`${sayComposite(task.baseline)} → ${sayComposite(task.candidate)}`]),
      `delta ${describeDelta(delta)}, ${word}`,
      ...regressions.map((regression) => `${regression.status}: ${describeRegression(regression)}`),
    ],
  };
}

function outcomeOf(word: TaskWord): TestOutcome {
  if (word === 'regressed') return 'failure';
  return word === 'not comparable' ? 'skipped' : 'passed';
}
