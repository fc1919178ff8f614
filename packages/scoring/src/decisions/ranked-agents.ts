import type { Contender, Ranked } from '@assay/schema';
import { mean, sum } from '../math/sum.ts';

/** Why an agent is not eligible in a competition. */
export const NOT_ELIGIBLE = 'no run has a scorecard and passes its required scorers';

/** An agent with the scorecards of its eligible runs. */
export interface Agent {
  readonly ranked: Ranked;
  readonly scorecards: readonly number[];
}

/** Summarizes the eligible runs of an agent. */
export function summarizeAgent(agent_id: Ranked['agent_id'], runs: readonly Contender[]): Agent {
  const eligible = runs.filter((run) => run.required_scorers_pass && run.scorecard !== null);
  const known = (field: 'scorecard' | 'composite' | 'wall_ms') =>
    mean(eligible.flatMap((run) => (run[field] === null ? [] : [run[field]])));
  const best = eligible.toSorted((a, b) => compareRanked(a, b) || (a.run_id < b.run_id ? -1 : 1))[0];
  const reason = eligible.length > 0 ? {} : { reason: NOT_ELIGIBLE };
  return {
    ranked: {
      agent_id,
      runs: runs.length,
      eligible_runs: eligible.length,
      scorecard: known('scorecard'),
      composite: known('composite'),
      wall_ms: known('wall_ms'),
      best_run_id: best?.run_id ?? null,
      ...reason,
    },
    scorecards: eligible.map(({ scorecard }) => scorecard as number),
  };
}

type Standing = Pick<Ranked, 'scorecard' | 'composite' | 'wall_ms'>;

/** Sorts by scorecard, composite and wall time, best first; missing values come last. */
export function compareRanked(a: Standing, b: Standing): number {
  const higher = (x: number | null, y: number | null) => (x === y ? 0 : (y ?? -1) - (x ?? -1));
  const lower = (x: number | null, y: number | null) =>
    x === y ? 0 : (x ?? Number.MAX_VALUE) - (y ?? Number.MAX_VALUE);
  return higher(a.scorecard, b.scorecard) || higher(a.composite, b.composite) || lower(a.wall_ms, b.wall_ms);
}

/** The spread of repeated runs around the mean of their agent; null without repeats. */
export function pooledDeviation(groups: readonly (readonly number[])[]): { deviation: number; t: number } | null {
  const repeated = groups.filter((group) => group.length > 1);
  const freedom = repeated.reduce((all, group) => all + group.length - 1, 0);
  if (freedom === 0) return null;
  const squares = repeated.flatMap((group) => {
    const centre = mean(group) as number;
    return group.map((value) => (value - centre) * (value - centre));
  });
  return {
    deviation: Math.sqrt(sum(squares) / freedom),
    t: STUDENT_975[Math.min(freedom, STUDENT_975.length) - 1] as number,
  };
}

/** Student's 97.5 % point for 1, 2, … degrees of freedom. Beyond the last, its value is conservative. */
const STUDENT_975 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
