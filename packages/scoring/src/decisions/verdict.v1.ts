import { type Regression, SingleRunVerdictInput, type Thresholds, Verdict, type VerdictWord } from '@assay/schema';
import { defineFormula } from '../formula.ts';
import { compare, divide, fraction, subtract } from '../math/exact.ts';
import {
  brokenCandidateOnly,
  brokenTasks,
  comparisonWarnings,
  excludedRuns,
  isComparable,
  type PairedTask,
  pairTasks,
  round6,
  taskDelta,
  type UsableRun,
} from './paired-tasks.ts';

/**
 * Comparison of two configurations with one run per task and side.
 *
 *   delta      = candidate composite − baseline composite, to 6 decimals
 *   regressed    if on any task fewer checks pass, or the same at a lower rate; or a delta is below −0.05; or the
 *                candidate did not produce a task or errored; or any number is not finite
 *   improved     else, if Σ deltas > 0.01
 *   neutral      else; a net loss inside the band comes with a warning
 *
 * Promotes only what improved without a regression. One run says nothing of noise: with repeats, use version 2.
 * Frozen.
 */
export const verdictV1 = defineFormula({
  id: 'verdict',
  version: '1',
  title: 'Comparison, one run per task',
  description: 'Whether a candidate is better than a baseline, judged from a single run of each task.',
  input: SingleRunVerdictInput,
  output: Verdict,
  example: {
    baseline: [
      { task_id: 'add-validation', composite: 0.8, checks: { passed: 8, total: 10 } },
      { task_id: 'fix-race', composite: 0.55, checks: { passed: 5, total: 9 } },
    ],
    candidate: [
      { task_id: 'add-validation', composite: 0.84, checks: { passed: 9, total: 10 } },
      { task_id: 'fix-race', composite: 0.55, checks: { passed: 5, total: 9 } },
    ],
  },
  compute(input) {
    const tasks = pairTasks(input);
    const regressions = [
      ...brokenTasks(tasks),
      ...brokenCandidateOnly(input),
      ...tasks.flatMap((task) => dropsOf(task, input.thresholds)),
    ];
    const regressed = new Set(regressions.map(({ task_id }) => task_id));
    const deltas = tasks.map((task) => ({ ...taskDelta(task), is_regression: regressed.has(task.task_id) }));
    const net_gain = round6(deltas.reduce((all, { composite_delta }) => all + (composite_delta ?? 0), 0));
    const verdict = decide(regressions, net_gain, input.thresholds);
    const warnings = comparisonWarnings(input, tasks);
    if (verdict === 'neutral' && net_gain < 0) warnings.push(`a net loss of ${-net_gain} stays inside the band`);
    return {
      verdict,
      promote: verdict === 'improved' && regressions.length === 0 && isComparable(tasks),
      net_gain,
      deltas,
      regressions,
      improvements: deltas.flatMap(({ task_id, composite_delta }) =>
        composite_delta !== null && composite_delta > 0 ? [{ task_id, composite_delta }] : [],
      ),
      warnings,
      excluded: excludedRuns(tasks),
    };
  },
});

function decide(regressions: readonly Regression[], netGain: number, { min_composite_gain }: Thresholds): VerdictWord {
  if (regressions.length > 0) return 'regressed';
  return netGain > min_composite_gain ? 'improved' : 'neutral';
}

function dropsOf(task: PairedTask, thresholds: Thresholds): Regression[] {
  const [before, after] = [task.baseline.usable[0], task.candidate?.usable[0]];
  if (before === undefined || after === undefined) return [];
  const proven = (kind: Regression['kind'], reason: string): Regression => ({
    task_id: task.task_id,
    kind,
    status: 'proven',
    reason,
    p_value: null,
    proof_at: null,
  });
  const drops: Regression[] = [];
  // without checks none fails, and the rate is 1
  const rate = ({ passed, total }: UsableRun) =>
    total === 0 ? fraction(1) : divide(fraction(passed), fraction(total));
  const lowerRate = compare(rate(after), rate(before)) < 0;
  if (thresholds.objective_drop_is_regression && (after.passed < before.passed || lowerRate)) {
    drops.push(
      proven(
        'objective_drop',
        `${after.passed} of ${after.total} checks pass, ${before.passed} of ${before.total} did`,
      ),
    );
  }
  const delta = round6(subtract(fraction(after.composite), fraction(before.composite)));
  if (delta < -thresholds.regression_composite_drop)
    drops.push(
      proven('composite_drop', `the composite drops by ${-delta}, more than ${thresholds.regression_composite_drop}`),
    );
  return drops;
}
