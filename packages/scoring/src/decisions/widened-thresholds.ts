import { Thresholds } from '@assay/schema';

/** Warnings for thresholds that are looser than the defaults; empty when none is. */
export function listLoosenedThresholds({
  min_composite_gain,
  regression_composite_drop,
  objective_drop_is_regression,
}: Thresholds): string[] {
  const usual = Thresholds.parse({});
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
