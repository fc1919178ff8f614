import { type PermutationTest, permutationTest, type Stratum } from '../math/permutation.ts';
import type { PairedTask, Side, UsableRun } from './paired-tasks.ts';

/** A task with usable runs on both sides, as the values that are tested. */
export interface Measured {
  readonly task_id: string;
  readonly composite: Stratum;
  /** The share of checks that each run passes. */
  readonly objective: Stratum;
  /** 1 for each run that passed as a whole, otherwise 0. */
  readonly passes: Stratum;
  /** The composite of this task alone. */
  readonly alone: PermutationTest;
}

type Measure = 'composite' | 'objective' | 'passes';

export function measureTask({ task_id, baseline, candidate }: PairedTask): Measured {
  const side = candidate as Side;
  const mostChecks = Math.max(...baseline.usable.map(({ total }) => total));
  const composites = ({ usable }: Side) => usable.map(({ composite }) => composite);
  // checks that the candidate lacks count as failed
  const rate = ({ passed, total }: UsableRun, floor: number) =>
    Math.max(total, floor) === 0 ? 1 : passed / Math.max(total, floor);
  const composite = { baseline: composites(baseline), candidate: composites(side) };
  return {
    task_id,
    composite,
    alone: permutationTest([composite], JSON.stringify([task_id, composite])),
    objective: {
      baseline: baseline.usable.map((run) => rate(run, 0)),
      candidate: side.usable.map((run) => rate(run, mostChecks)).toSorted((a, b) => a - b),
    },
    passes: {
      // a baseline without checks passed none
      baseline: baseline.usable.map((run) => Number(run.succeeded ?? (run.total > 0 && rate(run, 0) === 1))),
      candidate: side.usable.map((run) => Number(run.succeeded ?? rate(run, mostChecks) === 1)),
    },
  };
}

/** Whether the baseline passed the task in every run, and the candidate in none. */
export const isLost = ({ passes: { baseline, candidate } }: Measured): boolean =>
  baseline.every((passed) => passed === 1) && candidate.every((passed) => passed === 0);

/** Tests one measure over tasks, salted so that no two tests draw the same permutations. */
export function testTasks(tasks: readonly Measured[], measured: Measure, salt: string): PermutationTest {
  const strata = tasks.map((task) => task[measured]);
  return permutationTest(strata, JSON.stringify([salt, strata]));
}
