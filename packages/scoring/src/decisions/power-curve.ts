import type { ComparedTask, Comparison } from '@assay/schema';
import { Z_975, Z_9875 } from '../math/normal.ts';
import type { Stratum } from '../math/permutation.ts';
import { canReach, type DetectionLevel, detectableDistance } from '../math/power.ts';
import { pairTasks, type Side } from './paired-tasks.ts';
import { measureSpreads, relevantDistance, runsToDetect } from './task-spreads.ts';

/** What it takes to see a difference of one size. */
export interface PowerPoint {
  /** Of the composite, from 0 to 1. */
  readonly difference: number;
  /** More runs, over all tasks and both sides; 0 if there are enough. */
  readonly runs: number;
  /** Null if no run has a known cost. */
  readonly cost_usd: number | null;
}

const DIFFERENCES = [0.2, 0.15, 0.1, 0.05] as const;

/**
 * How many more runs would show a difference of each size eight times in ten, largest first. Empty if no task has
 * repeats, because nothing is known about the noise.
 *
 * A difference shows if its interval lies beyond `min_composite_gain`. The point of `regression_composite_drop` is
 * always there: it is what the verdict calls underpowered, and what `to_settle` counts. A difference that large is as
 * far from the threshold as the verdict takes it to be.
 */
export function computePowerCurve({ input, verdict, tasks, looks }: PowerInput): PowerPoint[] {
  const composites = pairTasks(input).flatMap(({ baseline, candidate }) => toStratum(baseline, candidate) ?? []);
  if (!composites.some(({ baseline, candidate }) => baseline.length + candidate.length > 2)) return [];
  const spreads = measureSpreads(composites);
  const level = looks === null || looks.planned === 1 ? SINGLE : REPEATED;
  const { min_composite_gain, regression_composite_drop } = input.thresholds;
  const relevant = relevantDistance(input.thresholds);
  const cost = meanRunCost(tasks);
  const runsPerSide = (difference: number): number => {
    if (difference === regression_composite_drop && verdict.runs_needed !== undefined) return verdict.runs_needed;
    const beyond = difference - min_composite_gain;
    const distance = difference < regression_composite_drop ? beyond : Math.max(beyond, relevant);
    const enough = canReach(spreads, level) && detectableDistance(spreads, level) <= distance;
    return enough ? 0 : runsToDetect(spreads, { ...level, distance });
  };
  return [...new Set([...DIFFERENCES, regression_composite_drop])]
    .filter((difference) => difference > min_composite_gain)
    .toSorted((a, b) => b - a)
    .map((difference) => {
      const runs = countMoreRuns(verdict, runsPerSide(difference));
      return { difference, runs, cost_usd: costOfRuns(runs, cost) };
    });
}

type PowerInput = Pick<Comparison, 'input' | 'verdict' | 'tasks' | 'looks'>;

// as the formulas have it: half of the error is left for the last of several looks
const SINGLE: DetectionLevel = { alpha: 0.025, z: Z_975 };
const REPEATED: DetectionLevel = { alpha: 0.0125, z: Z_9875 };

function toStratum(baseline: Side, candidate: Side | undefined): Stratum | null {
  if (candidate === undefined || baseline.usable.length === 0 || candidate.usable.length === 0) return null;
  const composites = ({ usable }: Side) => usable.map(({ composite }) => composite);
  return { baseline: composites(baseline), candidate: composites(candidate) };
}

/** The runs missing until every task has this many on each side. */
export const countMoreRuns = ({ deltas }: Pick<Comparison['verdict'], 'deltas'>, per_side: number): number =>
  deltas.reduce(
    (all, { baseline_runs, candidate_runs }) =>
      all + Math.max(0, per_side - baseline_runs) + Math.max(0, per_side - candidate_runs),
    0,
  );

/** Mean cost of the runs that count, in dollars; null if none is known. */
export function meanRunCost(tasks: readonly Pick<ComparedTask, 'baseline' | 'candidate'>[]): number | null {
  const known = tasks
    .flatMap(({ baseline, candidate }) => [baseline, candidate])
    .flatMap(({ cost_usd, run_ids }) => (cost_usd === null ? [] : [{ cost_usd, runs: run_ids.length }]));
  const runs = known.reduce((all, side) => all + side.runs, 0);
  return runs === 0 ? null : known.reduce((all, side) => all + side.cost_usd * side.runs, 0) / runs;
}

/** In whole micro-dollars. */
export const costOfRuns = (runs: number, mean_usd: number | null): number | null =>
  mean_usd === null ? null : Math.round(runs * mean_usd * 1e6) / 1e6;

/** `to see a difference of 10 points: 24 more runs, $9.12`. */
export function describePower({ difference, runs, cost_usd }: PowerPoint): string {
  const points = `to see a difference of ${Number((100 * difference).toFixed(1))} points`;
  return runs === 0 ? `${points}: enough runs` : `${points}: ${describeRuns(runs, cost_usd)}`;
}

/** `24 more runs, $9.12`. */
export function describeRuns(runs: number, cost_usd: number | null): string {
  const count = runs === 1 ? '1 more run' : `${formatNumber(runs, 0)} more runs`;
  return cost_usd === null ? `${count}, cost unknown` : `${count}, $${formatNumber(cost_usd, 2)}`;
}

// with commas between thousands, whatever the language of the machine
const formatNumber = (value: number, digits: number): string =>
  value.toFixed(digits).replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ',');
