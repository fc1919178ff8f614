import type { JudgeLabel } from '@assay/schema';
import { median } from '../math/quantile.ts';
import type { RunOpinionSummary } from './calibrate-judge.ts';

/** Combines the labels of several people: majority verdict, median ratings. Null on a tie. */
export function combineLabels(labels: readonly JudgeLabel[]): RunOpinionSummary | null {
  const passes = labels.filter(({ verdict }) => verdict === 'PASS').length;
  const fails = labels.filter(({ verdict }) => verdict === 'FAIL').length;
  if (passes === fails) return null;
  const middle = (rating: 'task_completion' | 'instruction_adherence' | 'efficiency'): number | null =>
    median(labels.flatMap((label) => label[rating] ?? []));
  return {
    verdict: passes > fails ? 'PASS' : 'FAIL',
    task_completion: middle('task_completion'),
    instruction_adherence: middle('instruction_adherence'),
    efficiency: middle('efficiency'),
  };
}
