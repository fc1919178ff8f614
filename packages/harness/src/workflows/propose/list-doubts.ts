import { quotePath } from '@assay/detect';
import { type Comparison, type TaskDelta, Thresholds } from '@assay/schema';

// a single run cannot be told from noise
const FEWEST_RUNS = 2;

/**
 * Why an `improved` verdict is not enough to promote: what it overlooks, or was never able to show. It may overlook what
 * the usual thresholds do, and what whoever promotes it says it may.
 */
export function listDoubts(comparison: Comparison, accepted: Partial<Thresholds> = {}): string[] {
  const { input, verdict, seed } = comparison;
  const cleared = new Set(
    verdict.confirmation?.tasks.filter(({ status }) => status === 'cleared').map(({ task_id }) => task_id),
  );
  const known = new Set(input.baseline.map(({ task_id }) => task_id));
  const extra = new Set(input.candidate.map(({ task_id }) => task_id).filter((task_id) => !known.has(task_id)));
  const { regression_composite_drop, objective_drop_is_regression } = input.thresholds;
  const isWorse = ({ task_id, composite_delta, objective_delta }: TaskDelta): boolean =>
    // fresh runs of it have shown that it is not
    !cleared.has(task_id) &&
    ((composite_delta ?? 0) < -regression_composite_drop ||
      (objective_drop_is_regression && (objective_delta ?? 0) < 0));
  return [
    ...(isStrict(input.thresholds, Thresholds.parse(accepted)) ? [] : [tooWide(input.thresholds)]),
    ...(seed === null ? ['the comparison is of runs that were made before, not side by side'] : []),
    ...(sharesRuns(comparison) ? ['the same run is on both sides'] : []),
    ...[...extra].map((task_id) => `only the candidate has runs of ${quotePath(task_id)}`),
    ...verdict.deltas.filter(isTooFew).map(({ task_id }) => `${quotePath(task_id)} has fewer than two runs on a side`),
    // few repeats cannot prove a drop: what looks worse is not proposed either
    ...verdict.deltas.filter(isWorse).map(({ task_id }) => `${quotePath(task_id)} came out worse, proven or not`),
  ];
}

// whoever looks away far enough finds everything improved
const isStrict = (thresholds: Thresholds, bounds: Thresholds): boolean =>
  thresholds.min_composite_gain >= bounds.min_composite_gain &&
  thresholds.regression_composite_drop <= bounds.regression_composite_drop &&
  (thresholds.objective_drop_is_regression || !bounds.objective_drop_is_regression);

const tooWide = ({
  min_composite_gain,
  regression_composite_drop,
  objective_drop_is_regression,
}: Thresholds): string => {
  const options = [
    `--min-gain ${min_composite_gain}`,
    `--max-drop ${regression_composite_drop}`,
    ...(objective_drop_is_regression ? [] : ['--allow-check-drops']),
  ];
  return `the comparison overlooks more than a promotion may; \`assay promote ${options.join(' ')}\` accepts that, and its pull request says so`;
};

function sharesRuns({ tasks }: Comparison): boolean {
  const before = new Set(tasks.flatMap(({ baseline }) => baseline.run_ids));
  return tasks.some(({ candidate }) => candidate.run_ids.some((run_id) => before.has(run_id)));
}

const isTooFew = ({ baseline_runs, candidate_runs }: TaskDelta): boolean =>
  Math.min(baseline_runs, candidate_runs) < FEWEST_RUNS;
