import type { Comparison, TaskDelta, Thresholds } from '@assay/schema';
import { DEFAULT_THRESHOLDS } from './widened-thresholds.ts';

// a single run cannot be distinguished from noise
const FEWEST_RUNS = 2;

/**
 * Why an `improved` verdict is not enough for a promotion: what it ignores or cannot show. Default thresholds
 * and explicitly accepted ones may be ignored. Task names are not escaped.
 */
export function listComparisonObjections(
  comparison: Pick<Comparison, 'input' | 'verdict' | 'seed' | 'tasks'>,
  accepted: Partial<Thresholds> = {},
): string[] {
  const { input, verdict, seed } = comparison;
  const cleared = new Set(
    verdict.confirmation?.tasks.filter(({ status }) => status === 'cleared').map(({ task_id }) => task_id),
  );
  const known = new Set(input.baseline.map(({ task_id }) => task_id));
  const extra = new Set(input.candidate.map(({ task_id }) => task_id).filter((task_id) => !known.has(task_id)));
  const { regression_composite_drop, objective_drop_is_regression } = input.thresholds;
  const isWorse = ({ task_id, composite_delta, objective_delta }: TaskDelta): boolean =>
    // fresh runs have cleared it
    !cleared.has(task_id) &&
    ((composite_delta ?? 0) < -regression_composite_drop ||
      (objective_drop_is_regression && (objective_delta ?? 0) < 0));
  return [
    ...(isStrict(input.thresholds, { ...DEFAULT_THRESHOLDS, ...accepted }) ? [] : [tooWide(input.thresholds)]),
    ...(seed === null ? ['the comparison uses earlier runs, not runs made side by side'] : []),
    ...(sharesRuns(comparison) ? ['the same run is on both sides'] : []),
    ...[...extra].map((task_id) => `only the candidate has runs of ${task_id}`),
    ...verdict.deltas.filter(isTooFew).map(({ task_id }) => `${task_id} has fewer than two runs on a side`),
    // few repeats cannot prove a drop, so anything that looks worse is not proposed
    ...verdict.deltas.filter(isWorse).map(({ task_id }) => `${task_id} got worse, even if not proven`),
  ];
}

// wide enough thresholds would make everything improved
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
  return `the comparison used wider thresholds than a promotion allows; \`assay promote ${options.join(' ')}\` accepts them, and its pull request says so`;
};

function sharesRuns({ tasks }: Pick<Comparison, 'tasks'>): boolean {
  const before = new Set(tasks.flatMap(({ baseline }) => baseline.run_ids));
  return tasks.some(({ candidate }) => candidate.run_ids.some((run_id) => before.has(run_id)));
}

const isTooFew = ({ baseline_runs, candidate_runs }: TaskDelta): boolean =>
  Math.min(baseline_runs, candidate_runs) < FEWEST_RUNS;
