import type { Comparison } from '@assay/schema';
import { composeHeadline, computePowerCurve, listComparedTasks } from '@assay/scoring';

/** A comparison as JSON, with what the other formats derive from it: the answer, the tasks and the power. */
export const writeComparisonJson = (comparison: Comparison): string => `${JSON.stringify(derive(comparison))}\n`;

/** Every comparison of a matrix as JSON. */
export const writeMatrixJson = (comparisons: readonly Comparison[]): string =>
  `${JSON.stringify({ comparisons: comparisons.map(derive) })}\n`;

function derive(comparison: Comparison): object {
  const outcomes = listComparedTasks(comparison).map(({ task_id, outcome, note }) => ({ task_id, outcome, note }));
  const power = computePowerCurve(comparison);
  return { ...comparison, headline: composeHeadline(comparison), outcomes, power };
}
