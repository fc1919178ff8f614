import type { NameTask } from '@assay/harness';
import type { Store } from '../store/store.ts';

/** A run with the version of its scenario. */
export type Version = Awaited<ReturnType<Store['run_charts']['versions']>>[number];

/** The number of newest runs of a column that are searched for shared tasks. */
export const SEARCHED = 1_000;
// each run is read with its transcript while a person waits
const LIMITS = { per_side: 100, per_task: 20 } as const;

/** The same of both sides of a comparison. */
export interface Sides<Runs> {
  readonly baseline: Runs;
  readonly candidate: Runs;
}

export interface ExcludedTask {
  readonly task_id: string;
  readonly reason: string;
}

interface PickedRuns {
  readonly picked: Sides<readonly Version[]>;
  readonly excluded: readonly ExcludedTask[];
  /** Whether runs of the picked versions were left out, or older ones were not searched. */
  readonly partial: boolean;
}

/** Of each shared task, the newest runs of the newest version that both sides ran. Both are given newest first. */
export function pickRuns({ baseline, candidate }: Sides<readonly Version[]>, nameOf: NameTask): PickedRuns {
  const [before, after] = [Map.groupBy(baseline, nameOf), Map.groupBy(candidate, nameOf)];
  const excluded: ExcludedTask[] = [];
  const shared: Sides<readonly Version[]>[] = [];
  for (const task_id of [...new Set([...before.keys(), ...after.keys()])].toSorted()) {
    const [left, right] = [before.get(task_id) ?? [], after.get(task_id) ?? []];
    const known = new Set(left.map(({ task_digest }) => task_digest));
    const version = right.find(({ task_digest }) => known.has(task_digest))?.task_digest;
    const same = (run: Version) => run.task_digest === version;
    if (left.length === 0 || right.length === 0) excluded.push({ task_id, reason: 'only one side has runs of it' });
    else if (version === undefined) excluded.push({ task_id, reason: 'the sides ran different versions of it' });
    else shared.push({ baseline: left.filter(same), candidate: right.filter(same) });
  }
  const kept = shared.slice(0, LIMITS.per_side);
  const each = Math.min(LIMITS.per_task, Math.floor(LIMITS.per_side / Math.max(1, kept.length)));
  const pick = (side: 'baseline' | 'candidate') => kept.flatMap((runs) => runs[side].slice(0, each));
  return {
    picked: { baseline: pick('baseline'), candidate: pick('candidate') },
    excluded,
    partial:
      Math.max(baseline.length, candidate.length) === SEARCHED ||
      shared.length > kept.length ||
      kept.some((runs) => Math.max(runs.baseline.length, runs.candidate.length) > each),
  };
}
