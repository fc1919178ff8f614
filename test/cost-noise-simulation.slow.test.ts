import { Composite, Verdict } from '@assay/schema';
import { score } from '@assay/scoring';
import { expect, test } from 'vitest';
import { composeTask } from '../packages/harness/src/workflows/compare/compose-task.ts';
import type { MeasuredRun } from '../packages/harness/src/workflows/compare/measured-run.ts';
import { measured } from '../packages/harness/test/measured-run.ts';
import { gaussian, type Random, seededRandom } from './simulated-runs.ts';
import { inSoak } from './soak.ts';

/*
 * Simulates the path from consumption to verdict: both sides pass every check and cost the same except for noise. A
 * composite cannot exceed 1, so cheap runs gain nothing and expensive runs lose. If the two sides used different
 * references, one would lose for that reason alone.
 */

const TRIALS = inSoak(60, 200);

const noisyRun = (random: Random): MeasuredRun => {
  const run = measured();
  return { ...run, parts: { ...run.parts, cost: { tokens: 1000 * Math.exp(0.6 * gaussian(random)) } } };
};

function rateOfAlarms(compose: typeof composeTask, { tasks, repeats }: { tasks: number; repeats: number }): number {
  const random = seededRandom(`alarms ${tasks} ${repeats}`);
  const side = () => Array.from({ length: repeats }, () => noisyRun(random));
  const alarms = Array.from({ length: TRIALS }, () => {
    const composed = Array.from({ length: tasks }, (_, index) =>
      compose({ task_id: `t${index}`, baseline: side(), candidate: side() }),
    );
    const input = {
      baseline: composed.flatMap(({ baseline }) => baseline),
      candidate: composed.flatMap(({ candidate }) => candidate),
    };
    return Verdict.parse(score('verdict', input)).verdict !== 'neutral';
  });
  return alarms.filter(Boolean).length / TRIALS;
}

test.each([
  { tasks: 3, repeats: 3 },
  { tasks: 10, repeats: 2 },
  { tasks: 40, repeats: 2 },
])('cost noise alone raises no alarm: $tasks tasks × $repeats repeats', (shape) => {
  expect(rateOfAlarms(composeTask, shape)).toBeLessThanOrEqual(0.05);
});

/** Wrong on purpose: the candidate is compared with the mean of the baseline, the baseline with nothing. */
const withOneReferenceAgent: typeof composeTask = ({ task_id, baseline, candidate }) => {
  const tokens = baseline.reduce((sum, { parts }) => sum + (parts.cost?.tokens ?? 0), 0) / baseline.length;
  const compose = ({ parts }: MeasuredRun, reference: object | null) => ({
    task_id,
    composite: Composite.parse(score('composite', { ...parts, reference })).composite,
    checks: parts.checks,
  });
  return {
    judged: false,
    baseline: baseline.map((run) => compose(run, null)),
    candidate: candidate.map((run) => compose(run, { tokens })),
  };
};

test('counterexample: without a reference for the baseline, most comparisons of equal sides report a difference', () => {
  expect(rateOfAlarms(withOneReferenceAgent, { tasks: 40, repeats: 2 })).toBeGreaterThan(0.5);
});
