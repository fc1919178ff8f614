import { AssayError, Rate, Verdict } from '@assay/schema';
import { score } from '@assay/scoring';
import type { MeasuredRun } from './measured-run.ts';
import { shuffle } from './order-cells.ts';
import { pairRuns } from './pair-runs.ts';
import { prepareInput } from './verdict-input.ts';

export interface ResplitOptions {
  readonly trials: number;
  readonly seed: string;
}

interface Alarm {
  readonly trials: number;
  readonly rate: number;
  readonly interval: { readonly low: number; readonly high: number };
  readonly allowed: number;
}

export interface Resplit {
  readonly improved: Alarm;
  readonly regressed: Alarm;
  readonly underpowered: number;
  readonly runs_needed: number | null;
  readonly holds: boolean;
}

/**
 * Divides runs of one configuration into two sides at random, again and again, and counts how often they are found to
 * differ. Composites are computed anew for each division, since the baseline is what cost is held against. Throws where
 * a task has too few runs that count to be divided: a suite without it is another suite.
 */
export function resplit(runs: readonly MeasuredRun[], { trials, seed }: ResplitOptions): Resplit {
  const pools = [...Map.groupBy(runs, ({ scenario, agent }) => JSON.stringify([scenario, agent]))].map(
    ([name, made]) => ({ name, counted: requireTwo(made) }),
  );
  const verdicts = Array.from({ length: trials }, (_, trial) => {
    // by place, since ids are new each time and the seed has to repeat the division
    const halves = pools.map(({ name, counted }) =>
      halve(shuffle([...counted.entries()], ([place]) => `${seed} ${trial} ${name} ${place}`).map(([, run]) => run)),
    );
    const { baseline, candidate } = prepareInput(
      pairRuns(
        halves.flatMap(([half]) => half),
        halves.flatMap(([, half]) => half),
      ),
    );
    return Verdict.parse(score('verdict', { baseline, candidate }));
  });
  const rate = (word: Verdict['verdict'], allowed: number): Alarm => {
    const passes = verdicts.filter(({ verdict }) => verdict === word).length;
    const { interval } = Rate.parse(score('rate', { tasks: [{ task_id: word, passes, n: trials }] }));
    return { trials: passes, rate: passes / trials, interval, allowed };
  };
  const [improved, regressed] = [rate('improved', 0.025), rate('regressed', 0.05)];
  const needed = verdicts.flatMap(({ runs_needed }) => runs_needed ?? []).toSorted((a, b) => a - b);
  return {
    improved,
    regressed,
    underpowered: verdicts.filter(({ underpowered }) => underpowered === true).length / trials,
    runs_needed: needed[Math.floor(needed.length / 2)] ?? null,
    // a rate that is above what is allowed by no more than chance is no proof against the suite
    holds: [improved, regressed].every(({ interval, allowed }) => interval.low <= allowed),
  };
}

function requireTwo(made: readonly MeasuredRun[]): MeasuredRun[] {
  const counted = made.filter(({ obstacle }) => obstacle === null);
  if (counted.length >= 2) return counted;
  const why = made.find(({ obstacle }) => obstacle !== null)?.obstacle ?? 'no more were made';
  throw new AssayError(
    'agent_unavailable',
    `expected at least 2 runs of ${made[0]?.scenario} that count, found ${counted.length}: ${why}`,
  );
}

// of an odd number one stays out: a side with more runs is not the same as the other
function halve<T>(items: readonly T[]): [T[], T[]] {
  const size = Math.floor(items.length / 2);
  return [items.slice(0, size), items.slice(size, 2 * size)];
}
