import { Verdict, VerdictInput } from '@assay/schema';
import { defineFormula } from '../formula.ts';
import { Z_975 } from '../math/normal.ts';
import { compareRepeats, type Levels } from './repeated-runs.ts';

/**
 * Comparison of two configurations with repeated runs, paired by task.
 *
 *   effect     = mean over tasks of (mean candidate composite − mean baseline composite), with a 95 % interval by
 *                inversion of the permutation test within tasks
 *   proven       a task's checks drop, or its composite by more than 0.05     one-sided, Holm over tasks, p ≤ 0.0125
 *                the pooled checks drop                                        one-sided, p ≤ 0.0125
 *                the interval of the effect lies below −0.01                   one-sided, p ≤ 0.025
 *                a task is missing, errored in every run, or has a number that is not finite
 *   suspected    the same at p < 0.2, p < 0.05 and p < 0.1; or some runs of a task errored
 *   regressed    something is proven
 *   improved     else, if the interval lies above 0.01 and nothing is suspected
 *   neutral      else; underpowered if an effect of 0.05 would have shown less than eight times in ten, with the
 *                runs per task and side that would show it
 *
 * Together the proofs keep a false one within 5 % and a false gain within 2.5 %, whatever the noise. Promotes only what
 * improved. Frozen. Another test or constant is `verdict.v3.ts`.
 */
export const verdictV2 = defineFormula({
  id: 'verdict',
  version: '2',
  title: 'Comparison, repeated runs',
  description: 'Whether a candidate is better than a baseline, and whether the data could have told.',
  input: VerdictInput,
  output: Verdict,
  example: {
    baseline: ['add-validation', 'fix-race', 'rename-flag'].flatMap((task_id) =>
      [0.52, 0.6, 0.56].map((composite) => ({ task_id, composite, checks: { passed: 5, total: 9 } })),
    ),
    candidate: ['add-validation', 'fix-race', 'rename-flag'].flatMap((task_id) =>
      [0.71, 0.66, 0.75].map((composite) => ({ task_id, composite, checks: { passed: 6, total: 9 } })),
    ),
  },
  suits: ({ baseline, candidate }) => hasRepeats(baseline) || hasRepeats(candidate),
  compute: (input) => compareRepeats(input, LEVELS),
});

/** The proofs share 5 %: the effect has half, so that it agrees with its 95 % interval. */
const LEVELS: Levels = {
  improved: 0.025,
  tasks: { proof: 0.0125, suspicion: 0.2 },
  objective: { proof: 0.0125, suspicion: 0.05 },
  effect: { proof: 0.025, suspicion: 0.1 },
  power: { alpha: 0.025, z: Z_975 },
};

function hasRepeats(runs: readonly { task_id: string }[]): boolean {
  return new Set(runs.map(({ task_id }) => task_id)).size < runs.length;
}
