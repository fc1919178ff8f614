import { StagedVerdictInput, Verdict } from '@assay/schema';
import { defineFormula } from '../formula.ts';
import { Z_975 } from '../math/normal.ts';
import { compareStages, TASK_PROOF } from './compare-stages.ts';

/**
 * Comparison of two configurations with repeated runs, in which no lost task goes unnoticed.
 *
 * First stage, as version 2, but:
 *   lost         a task that the baseline passed in every run and the candidate in none is suspected, however few the
 *                runs, comes first, and makes the comparison underpowered until it is proven. A run passed if it says so;
 *                without a word, if all of its checks did
 *   proven       where a second stage may follow (`confirmation` is given, empty at first), a task needs p ≤ 0.0075
 *                instead of p ≤ 0.0125 for proof
 *
 * Second stage, of fresh runs of the suspected tasks alone, on both sides, looked at twice at most:
 *   n          = the fewest runs per side with which a total loss has p ≤ 0.004, after Holm over the suspected tasks
 *   proven       at the look after n runs p ≤ 0.004, at the last one, after at most 2n, p ≤ 0.001: one-sided, by the
 *                measure that raised the doubt, after Holm
 *   cleared      with at least n runs on each side the candidate does no worse than it may, or the last look has
 *                p ≥ 0.2; not where any of its fresh runs errored
 *   suspected    everything else
 *
 * The first stage is never counted again: of 5 % for a false proof the effect has 2.5 %, the pooled checks 1.25 %, tasks
 * 0.75 % in the first stage and 0.5 % in the second. A false gain stays within 2.5 %: the second stage proves losses,
 * or takes a doubt away, and never adds to a gain. Frozen. Another test or constant is `verdict.v4.ts`.
 */
export const verdictV3 = defineFormula({
  id: 'verdict',
  version: '3',
  title: 'Comparison, losses confirmed',
  description: 'Whether a candidate is better than a baseline; a lost task is suspected, and settled by fresh runs.',
  input: StagedVerdictInput,
  output: Verdict,
  example: {
    baseline: ['add-validation', 'fix-race', 'rename-flag'].flatMap((task_id) =>
      [0.9, 0.94].map((composite) => ({ task_id, composite, checks: { passed: 9, total: 9 } })),
    ),
    candidate: ['add-validation', 'fix-race', 'rename-flag'].flatMap((task_id) =>
      [0.91, 0.95].map((composite) =>
        task_id === 'fix-race'
          ? { task_id, composite: composite - 0.4, checks: { passed: 5, total: 9 } }
          : { task_id, composite, checks: { passed: 9, total: 9 } },
      ),
    ),
    confirmation: { looks_taken: 0, baseline: [], candidate: [] },
  },
  suits: ({ baseline, candidate, confirmation }) =>
    confirmation !== undefined || hasRepeats(baseline) || hasRepeats(candidate),
  compute: (input) =>
    compareStages(input, {
      improved: 0.025,
      tasks: { proof: input.confirmation === undefined ? TASK_PROOF.alone : TASK_PROOF.first, suspicion: 0.2 },
      objective: { proof: 0.0125, suspicion: 0.05 },
      effect: { proof: 0.025, suspicion: 0.1 },
      power: { alpha: 0.025, z: Z_975 },
    }),
});

function hasRepeats(runs: readonly { task_id: string }[]): boolean {
  return new Set(runs.map(({ task_id }) => task_id)).size < runs.length;
}
