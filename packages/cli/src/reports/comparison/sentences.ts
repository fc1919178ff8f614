import type { ComparedTask, Comparison, Verdict } from '@assay/schema';
import {
  composeHeadline,
  computePowerCurve,
  describePower,
  formatSigned,
  listLoosenedThresholds,
  type listLosses,
} from '@assay/scoring';
import { formatDuration, formatNoun } from '../../terminal/format.ts';

/* Sentences about a comparison for every format. The texts are not escaped; each format escapes them. */

/** `+0.084, 95 % between +0.031 and +0.137`. */
export function formatGain({ net_gain, interval }: Verdict): string {
  const range =
    interval === undefined ? '' : `, 95 % between ${formatSigned(interval.low)} and ${formatSigned(interval.high)}`;
  return `${formatSigned(net_gain)}${range}`;
}

/** The composite of a side with its interval. */
export function formatComposite({ composite, interval }: ComparedTask['baseline']): string {
  if (composite === null) return '–';
  const range = interval === null ? '' : ` (${interval.low.toFixed(2)}–${interval.high.toFixed(2)})`;
  return `${composite.toFixed(2)}${range}`;
}

/** One side of a task on one line. */
export function formatSide(side: ComparedTask['baseline']): string {
  const { run_ids, passed, checks, cost_usd, wall_ms } = side;
  return [
    formatComposite(side),
    `${passed} of ${checks} checks`,
    formatNoun(run_ids.length, 'run'),
    ...(cost_usd === null ? [] : [`$${cost_usd.toFixed(4)}`]),
    ...(wall_ms === null ? [] : [formatDuration(wall_ms)]),
  ].join(', ');
}

/** Passed checks on both sides. */
export const formatChecks = ({ baseline, candidate }: ComparedTask): string =>
  `${baseline.passed}/${baseline.checks} → ${candidate.passed}/${candidate.checks}`;

/** A lost task, and whether that is proven. */
export const formatLoss = ({ certainty, reason }: ReturnType<typeof listLosses>[number]): string =>
  certainty === 'proven' ? reason : `${reason}; not proven`;

/** The outcome of the second stage, with the commands to continue. */
export const describeSecondStage = ({ confirmation }: Comparison): { reason: string; commands: string[] } | null => {
  if (confirmation === undefined) return null;
  const { reason, commands, tasks } = confirmation;
  const runs = tasks.reduce((all, task) => all + task.baseline.run_ids.length + task.candidate.run_ids.length, 0);
  return { reason: `second stage, ${formatNoun(runs, 'fresh run')}: ${reason}`, commands };
};

/** Warnings of the verdict, and relaxed thresholds. */
export const listWarnings = ({ verdict, input }: Comparison): string[] => [
  ...new Set([...verdict.warnings, ...listLoosenedThresholds(input.thresholds)]),
];

/** The labels of both sides, and the agents. */
export function formatSides({ baseline, candidate }: Comparison): string {
  const agents = [...new Set([...baseline.agents, ...candidate.agents])];
  return `${baseline.label} → ${candidate.label}${agents.length === 0 ? '' : `, with ${agents.join(', ')}`}`;
}

/** What would settle the comparison; null if it is settled. */
export function formatSettling(comparison: Comparison): string | null {
  const { to_settle, verdict: compared } = comparison;
  const { verdict, underpowered, runs_needed } = compared;
  if (to_settle === null && underpowered !== true) return null;
  // the interval rules out what more runs could show
  if (composeHeadline(comparison).answer === 'same') return null;
  const enough = runs_needed === undefined ? '' : ` (${formatNoun(runs_needed, 'run')} per task and side)`;
  const more =
    to_settle === null
      ? `the number of runs that would settle it is unknown${enough}`
      : `about ${formatNoun(to_settle.runs, 'more run')}, ${sayMoney(to_settle.cost_usd)}, would settle it${enough}`;
  return underpowered === true
    ? `underpowered: too few runs to detect a relevant difference; ${more}`
    : `${verdict} so far: ${more}`;
}

const sayMoney = (usd: number | null): string => (usd === null ? 'at an unknown cost' : `$${usd.toFixed(2)}`);

/** More runs that would show differences of each size. Empty if there are enough, or the noise is unknown. */
export function listPower(comparison: Comparison): string[] {
  if (composeHeadline(comparison).answer !== "can't tell") return [];
  const points = computePowerCurve(comparison);
  return points.some(({ runs }) => runs > 0) ? points.map(describePower) : [];
}

/** The data behind the verdict: tasks, runs, judge, cost and formula. */
export function formatBasis({ tasks, verdict, looks, judged, seed, spent_usd, left_out }: Comparison): string {
  const runs = tasks.reduce((sum, one) => sum + one.baseline.run_ids.length + one.candidate.run_ids.length, 0);
  const unproven = tasks.filter(({ proven }) => !proven).length;
  return [
    `${formatNoun(tasks.length, 'task')}, ${formatNoun(runs, 'run')}`,
    ...(left_out.length === 0 ? [] : [`${left_out.length} excluded`]),
    ...(unproven === 0 ? [] : [`${formatNoun(unproven, 'task')} unproven`]),
    judged ? 'with judge' : 'without judge',
    ...(spent_usd === null ? [] : [`$${spent_usd.toFixed(2)} spent`]),
    ...(looks === null ? [] : [sayLooks(looks)]),
    ...(seed === null ? [] : [`seed ${seed}`]),
    `formula ${verdict.formula} ${verdict.formula_version}`,
  ].join('; ');
}

const sayLooks = ({ taken, planned, settled }: NonNullable<Comparison['looks']>): string =>
  `${taken} of up to ${formatNoun(planned, 'look')}${settled ? ', settled' : ''}`;

/** Mean cost and time per run on both sides, over tasks with a value on both; null if there is none. */
export function formatConsumption({ tasks }: Comparison): string | null {
  const cost = meansOf(tasks, 'cost_usd');
  const wall = meansOf(tasks, 'wall_ms');
  const parts = [
    ...(cost === null ? [] : [`costs $${cost.baseline.toFixed(4)} → $${cost.candidate.toFixed(4)}`]),
    ...(wall === null ? [] : [`takes ${formatDuration(wall.baseline)} → ${formatDuration(wall.candidate)}`]),
  ];
  return parts.length === 0 ? null : `a run ${parts.join(' and ')}`;
}

function meansOf(tasks: readonly ComparedTask[], field: 'cost_usd' | 'wall_ms') {
  const known = tasks.flatMap(({ baseline, candidate }) => {
    const [before, after] = [baseline[field], candidate[field]];
    return before === null || after === null ? [] : [{ before, after }];
  });
  if (known.length === 0) return null;
  return {
    baseline: known.reduce((sum, { before }) => sum + before, 0) / known.length,
    candidate: known.reduce((sum, { after }) => sum + after, 0) / known.length,
  };
}

/** Excluded runs, grouped by reason. */
export function listExcludedRuns({ left_out, verdict }: Comparison): string[] {
  const groups = Map.groupBy(left_out, ({ side, task_id, reason }) => JSON.stringify([side, task_id, reason]));
  return [
    ...[...groups.values()].flatMap(([first, ...others]) =>
      first === undefined ? [] : [sayLeftOut({ ...first, runs: others.length + 1 })],
    ),
    ...verdict.excluded.map(sayLeftOut),
  ];
}

const sayLeftOut = ({ runs, side, task_id, reason }: Verdict['excluded'][number]): string =>
  `${formatNoun(runs, 'run')} of the ${side} on ${task_id}: ${reason}`;
