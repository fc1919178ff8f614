import { Z_80, Z_975 } from './normal.ts';

/** The spread of repeated runs of one task, pooled over both sides, and how many runs each side has. */
export interface TaskSpread {
  readonly variance: number;
  readonly baseline_runs: number;
  readonly candidate_runs: number;
}

// an effect this many standard errors away is outside a 95 % interval eight times in ten
const REACH = Z_975 + Z_80;

/** The smallest distance from the threshold that these runs would have shown with a power of 80 %. */
export function detectableDistance(tasks: readonly TaskSpread[]): number {
  const squares = tasks.reduce(
    (all, { variance, baseline_runs, candidate_runs }) => all + variance * (1 / baseline_runs + 1 / candidate_runs),
    0,
  );
  return (REACH * Math.sqrt(squares)) / tasks.length;
}

/** Runs per task and side with which an effect at `distance` from the threshold would show with a power of 80 %. */
export function runsNeeded(tasks: readonly TaskSpread[], distance: number): number {
  const squares = tasks.reduce((all, { variance }) => all + 2 * variance, 0);
  const forSpread = Math.ceil((REACH * REACH * squares) / (tasks.length * distance) ** 2);
  // and enough rearrangements for the smallest p-value to get below 2.5 %
  let runs = Math.max(1, forSpread);
  while (rearrangements(runs) ** tasks.length < 40) runs++;
  return runs;
}

function rearrangements(runs: number): number {
  let product = 1;
  for (let i = 1; i <= runs && product < 40; i++) product = (product * (runs + i)) / i;
  return product;
}
