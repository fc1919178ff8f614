import type { Thresholds } from '@assay/schema';
import type { Stratum } from '../math/permutation.ts';
import { type DetectionTarget, runsNeeded, type TaskSpread } from '../math/power.ts';

/** The variance around each side's mean; a task without repeats gets the mean variance of the others. */
export function measureSpreads(composites: readonly Stratum[]): TaskSpread[] {
  const known = composites.map(({ baseline, candidate }) => {
    const freedom = baseline.length + candidate.length - 2;
    return freedom === 0 ? null : (squares(baseline) + squares(candidate)) / freedom;
  });
  const measured = known.filter((variance) => variance !== null);
  const typical = measured.length === 0 ? 0 : measured.reduce((all, variance) => all + variance, 0) / measured.length;
  return composites.map(({ baseline, candidate }, i) => ({
    variance: known[i] ?? typical,
    baseline_runs: baseline.length,
    candidate_runs: candidate.length,
  }));
}

/** Distance of the smallest relevant effect from the threshold that it must exceed. */
export const relevantDistance = ({ min_composite_gain, regression_composite_drop }: Thresholds): number =>
  Math.max(regression_composite_drop - min_composite_gain, min_composite_gain);

/** Runs per task and side that detect an effect which the present runs do not: always more than there are. */
export function runsToDetect(spreads: readonly TaskSpread[], target: DetectionTarget): number {
  const fewest = Math.min(...spreads.flatMap(({ baseline_runs, candidate_runs }) => [baseline_runs, candidate_runs]));
  return Math.max(fewest + 1, runsNeeded(spreads, target));
}

function squares(values: readonly number[]): number {
  const centre = values.reduce((all, value) => all + value, 0) / values.length;
  return values.reduce((all, value) => all + (value - centre) * (value - centre), 0);
}
