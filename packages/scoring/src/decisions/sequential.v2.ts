import {
  type Regression,
  SequentialVerdict,
  StagedSequentialInput,
  type Thresholds,
  type Verdict,
} from '@assay/schema';
import { defineFormula, type Unstamped } from '../formula.ts';
import { Z_975, Z_9875 } from '../math/normal.ts';
import { compareStages, TASK_PROOF } from './compare-stages.ts';
import type { Levels } from './repeated-runs.ts';

/**
 * Comparison of two configurations while their runs come in, in which no lost task goes unnoticed.
 *
 *   share k    = half of the error for the last of K planned looks, the other half for those before it, growing:
 *                k/(K·(K − 1)) for look k < K, 1/2 for look K, 1 if it is the only one; together 1
 *   verdict      as version 3, with each level of proof of the first stage × the share of this look; what is suspected
 *                stays as it is, and a task whose runs all errored is no more than that before the last look
 *   second stage after the look that was the last, whichever it was: with the levels of version 3, and no share
 *   interval     leaves out 2.5 % × share at either end: the intervals of all looks hold together at 95 %
 *   settled      improved or regressed; or neutral with nothing suspected and every effect as large as 0.05 ruled out
 *   runs_needed  runs per task and side with which the last look alone would show an effect of 0.05 eight times in ten
 *
 * The shares and the second stage add up to the whole error, so a false gain stays within 2.5 % and a false proof within
 * 5 % over everything that was looked at, whenever one stops. That needs the number of looks, and whether there will be
 * a second stage, to be fixed before the first. Frozen. Another schedule is `sequential.v3.ts`.
 */
export const sequentialV2 = defineFormula({
  id: 'sequential',
  version: '2',
  title: 'Comparison, looked at as the runs come in, losses confirmed',
  description:
    'Whether a candidate is better, and whether to stop; a lost task is suspected, and settled by fresh runs.',
  input: StagedSequentialInput,
  output: SequentialVerdict,
  example: {
    baseline: ['add-validation', 'fix-race', 'rename-flag'].flatMap((task_id) =>
      [0.52, 0.6, 0.56].map((composite) => ({ task_id, composite, checks: { passed: 5, total: 9 } })),
    ),
    candidate: ['add-validation', 'fix-race', 'rename-flag'].flatMap((task_id) =>
      [0.71, 0.66, 0.75].map((composite) => ({ task_id, composite, checks: { passed: 6, total: 9 } })),
    ),
    look: { taken: 2, planned: 4 },
    confirmation: { looks_taken: 0, baseline: [], candidate: [] },
  },
  compute({ look, ...input }) {
    const share = shareOf(look);
    const last = look.taken === look.planned;
    const proof = input.confirmation === undefined ? TASK_PROOF.alone : TASK_PROOF.first;
    const levels = levelsAt(share, look.planned, proof);
    const verdict = compareStages(input, { ...levels, errors: last ? 'proven' : 'suspected' });
    return { ...verdict, settled: isSettled(verdict, input.thresholds), alpha: levels.improved };
  },
});

// early looks see few runs, and could show little with any share
function shareOf({ taken, planned }: StagedSequentialInput['look']): number {
  if (planned === 1) return 1;
  return taken === planned ? 1 / 2 : taken / (planned * (planned - 1));
}

function levelsAt(share: number, planned: number, tasks: number): Levels {
  return {
    improved: 0.025 * share,
    tasks: { proof: tasks * share, suspicion: 0.2 },
    objective: { proof: 0.0125 * share, suspicion: 0.05 },
    effect: { proof: 0.025 * share, suspicion: 0.1 },
    power: planned === 1 ? { alpha: 0.025, z: Z_975 } : { alpha: 0.0125, z: Z_9875 },
  };
}

function isSettled(
  { verdict, regressions, interval }: Pick<Unstamped<Verdict>, 'verdict' | 'interval'> & { regressions: Regression[] },
  { min_composite_gain, regression_composite_drop }: Thresholds,
): boolean {
  if (verdict !== 'neutral') return true;
  const matters = Math.max(min_composite_gain, regression_composite_drop);
  return regressions.length === 0 && interval !== undefined && interval.low > -matters && interval.high < matters;
}
