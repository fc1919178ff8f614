import type { Comparison } from '@assay/schema';
import { composeHeadline, computePowerCurve, listComparedTasks } from '@assay/scoring';

/** A comparison as JSON, with what the other formats derive from it: the answer, the tasks and the power. */
export function writeComparisonJson(comparison: Comparison): string {
  const outcomes = listComparedTasks(comparison).map(({ task_id, outcome, note }) => ({ task_id, outcome, note }));
  const power = computePowerCurve(comparison);
  return `${JSON.stringify({ ...comparison, headline: composeHeadline(comparison), outcomes, power })}\n`;
}
