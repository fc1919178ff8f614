import type { StagedVerdictInput, Verdict } from '@assay/schema';
import type { Unstamped } from '../formula.ts';
import { type ConfirmationStage, confirmLosses } from './confirm-losses.ts';
import { compareRepeats, type Levels } from './repeated-runs.ts';
import { listLoosenedThresholds } from './widened-thresholds.ts';

/** Error probability for proving a task: all of it in a single stage, or the larger part in the first of two. */
export const TASK_PROOF = { alone: 0.0125, first: 0.0075 } as const;

/** Compares repeated runs of two configurations, then fresh runs of the tasks still in doubt. */
export function compareStages(
  { confirmation: fresh, ...input }: StagedVerdictInput,
  levels: Levels,
): Unstamped<Verdict> {
  let second: ConfirmationStage | undefined;
  const verdict = compareRepeats(input, { ...levels, losses: true }, (found) => {
    second = confirmLosses(found, { fresh, thresholds: input.thresholds });
    return second.regressions;
  });
  const confirmation = second?.confirmation;
  const isOpen = verdict.verdict !== 'regressed' && verdict.regressions.some(({ kind }) => kind === 'task_lost');
  return {
    ...verdict,
    warnings: [...verdict.warnings, ...(second?.warnings ?? []), ...listLoosenedThresholds(input.thresholds)],
    // an unproven loss means that there were too few runs
    ...(isOpen ? { underpowered: true } : {}),
    ...(confirmation === undefined ? {} : { confirmation }),
  };
}
