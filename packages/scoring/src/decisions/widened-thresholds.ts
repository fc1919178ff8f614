import type { Thresholds } from '@assay/schema';

/** The defaults of the schema, as a constant: the schema itself is too large for a report. */
export const DEFAULT_THRESHOLDS: Thresholds = {
  min_composite_gain: 0.01,
  regression_composite_drop: 0.05,
  objective_drop_is_regression: true,
};

/** Warnings for thresholds that are looser than the defaults; empty when none is. */
export function listLoosenedThresholds({
  min_composite_gain,
  regression_composite_drop,
  objective_drop_is_regression,
}: Thresholds): string[] {
  const usual = DEFAULT_THRESHOLDS;
  return [
    ...(min_composite_gain < usual.min_composite_gain
      ? [`widened: better by more than ${min_composite_gain} counts as a gain, usually ${usual.min_composite_gain}`]
      : []),
    ...(regression_composite_drop > usual.regression_composite_drop
      ? [`widened: a task may get worse by ${regression_composite_drop}, usually by ${usual.regression_composite_drop}`]
      : []),
    ...(objective_drop_is_regression ? [] : ['widened: a task may fail checks that it passed before']),
  ];
}
