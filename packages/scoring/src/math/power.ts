import { Z_80 } from './normal.ts';

/** The variance of repeated runs of one task, pooled over both sides, and the number of runs per side. */
export interface TaskSpread {
  readonly variance: number;
  readonly baseline_runs: number;
  readonly candidate_runs: number;
}

/** The one-sided p-value that shows an effect, and the same as a distance in standard errors. */
export interface DetectionLevel {
  readonly alpha: number;
  readonly z: number;
}

/** The smallest distance from the threshold that these runs would detect with a power of 80 %. */
export function detectableDistance(tasks: readonly TaskSpread[], { z }: DetectionLevel): number {
  const squares = tasks.reduce(
    (all, { variance, baseline_runs, candidate_runs }) => all + variance * (1 / baseline_runs + 1 / candidate_runs),
    0,
  );
  return ((z + Z_80) * Math.sqrt(squares)) / tasks.length;
}

/** What to show, and how clearly. */
export interface DetectionTarget extends DetectionLevel {
  /** Distance from the threshold. */
  readonly distance: number;
}

/** Runs per task and side that detect an effect at this distance from the threshold with a power of 80 %. */
export function runsNeeded(tasks: readonly TaskSpread[], { alpha, z, distance }: DetectionTarget): number {
  const reach = z + Z_80;
  const squares = tasks.reduce((all, { variance }) => all + 2 * variance, 0);
  const forSpread = Math.ceil((reach * reach * squares) / (tasks.length * distance) ** 2);
  // also enough arrangements for the smallest p-value to reach alpha
  const enough = 1 / alpha;
  let runs = Math.max(1, forSpread);
  while (rearrangements(runs, enough) ** tasks.length < enough) runs++;
  return runs;
}

/** Whether these runs can be rearranged often enough for the smallest p-value to reach `alpha`. */
export function canReach(tasks: readonly TaskSpread[], { alpha }: DetectionLevel): boolean {
  const enough = 1 / alpha;
  let product = 1;
  for (const { baseline_runs, candidate_runs } of tasks) {
    product *= arrangements(baseline_runs, candidate_runs, enough);
    if (product >= enough) return true;
  }
  return false;
}

const rearrangements = (runs: number, enough: number): number => arrangements(runs, runs, enough);

function arrangements(baseline: number, candidate: number, enough: number): number {
  let product = 1;
  for (let i = 1; i <= candidate && product < enough; i++) product = (product * (baseline + i)) / i;
  return product;
}
