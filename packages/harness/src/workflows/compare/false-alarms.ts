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
 * Splits runs of one configuration into two random halves repeatedly, and counts how often they are found to
 * differ. Composites are recomputed per split, because cost is relative to the baseline. Throws if a task has
 * too few counted runs, because the suite would differ without it.
 */
export function measureFalseAlarms(runs: readonly MeasuredRun[], { trials, seed }: ResplitOptions): Resplit {
  const pools = [...Map.groupBy(runs, ({ scenario, agent }) => JSON.stringify([scenario, agent]))].map(
    ([name, made]) => ({ name, counted: requireTwo(made) }),
  );
  // few runs have few divisions, so most of them come up many times
  const known = new Map<string, Verdict>();
  const verdicts = Array.from({ length: trials }, (_, trial) => {
    // by index, because IDs are new each time and the seed must repeat the division
    const halves = pools.map(({ name, counted }) =>
      halve(shuffle([...counted.keys()], (place) => `${seed} ${trial} ${name} ${place}`)),
    );
    const division = JSON.stringify(halves);
    const pick = (side: 0 | 1) =>
      pools.flatMap(({ counted }, pool) => halves[pool]?.[side].map((place) => counted[place] as MeasuredRun) ?? []);
    const verdict = known.get(division) ?? compare(pick(0), pick(1));
    known.set(division, verdict);
    return verdict;
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
    // a rate above the allowed one within chance does not count against the suite
    holds: [improved, regressed].every(({ interval, allowed }) => interval.low <= allowed),
  };
}

function compare(before: readonly MeasuredRun[], after: readonly MeasuredRun[]): Verdict {
  const { baseline, candidate } = prepareInput(pairRuns(before, after));
  return Verdict.parse(score('verdict@3', { baseline, candidate }));
}

function requireTwo(made: readonly MeasuredRun[]): MeasuredRun[] {
  const counted = made.filter(({ obstacle }) => obstacle === null);
  if (counted.length >= 2) return counted;
  const why = made.find(({ obstacle }) => obstacle !== null)?.obstacle ?? 'no more were made';
  throw new AssayError(
    'agent_unavailable',
    `expected at least 2 usable runs of ${made[0]?.scenario}, found ${counted.length}: ${why}`,
  );
}

// with an odd number one run is dropped, so that both sides have the same size
function halve(places: readonly number[]): [number[], number[]] {
  const size = Math.floor(places.length / 2);
  const sorted = (half: readonly number[]) => half.toSorted((a, b) => a - b);
  return [sorted(places.slice(0, size)), sorted(places.slice(size, 2 * size))];
}
