import type { Proof } from '@assay/schema';
import type { Suite } from '../../run/open-suite.ts';
import type { RunEvents } from '../../run/run-scenarios.ts';
import type { Budget, Spending } from '../../run/schedule/spending.ts';
import type { UnusedRun } from './compare-runs.ts';
import { type MadeRun, makeRuns } from './make-runs.ts';
import type { SideCell } from './order-cells.ts';

export interface OpenRoundsOptions {
  readonly suite: Suite;
  readonly cells: readonly SideCell[];
  readonly invocation: string;
  readonly budget: Budget;
  /** Spending of all rounds and stages. */
  readonly till: { spent: Spending };
  readonly proofs: ReadonlyMap<string, Proof>;
  readonly events: RunEvents;
}

/** Runs of several sides, made round by round. */
export interface Rounds {
  /** Makes the missing rounds up to this one, of all cells or the wanted ones. */
  make(upTo: number, isWanted?: (cell: SideCell) => boolean): Promise<void>;
  /** Number of complete rounds: every cell has its run, or could not get one. */
  rounds(): number;
  /** The budget that ran out, as text; null if it sufficed. */
  exhausted(): string | null;
  runsOf(side: number): MadeRun[];
  /** Runs of rounds that the budget interrupted. */
  unused(): (UnusedRun & Pick<MadeRun, 'side'>)[];
}

/** Opens rounds; no run is made before `make`. */
export function openRounds({ cells, till, ...options }: OpenRoundsOptions): Rounds {
  const made: MadeRun[] = [];
  const unfinished = new Set<number>();
  let [planned, exhausted] = [0, null as string | null];
  const isComplete = (round: number): boolean => round <= planned && !unfinished.has(round);
  return {
    make: async (upTo, isWanted = () => true) => {
      const wanted = cells.filter((cell) => cell.repeat > planned && cell.repeat <= upTo && isWanted(cell));
      const done = await makeRuns({ ...options, cells: wanted, spent: till.spent });
      made.push(...done.runs);
      for (const round of done.unfinished) unfinished.add(round);
      [till.spent, planned, exhausted] = [done.spent, upTo, done.exhausted ?? exhausted];
    },
    rounds: () => [...new Set(cells.map(({ repeat }) => repeat))].filter(isComplete).length,
    exhausted: () => exhausted,
    runsOf: (side) => made.filter((run) => run.side === side && isComplete(run.round)),
    unused: () => made.filter(({ round }) => !isComplete(round)).map((run) => explainUnused(run, exhausted)),
  };
}

const explainUnused = (run: MadeRun, exhausted: string | null): UnusedRun & MadeRun => ({
  ...run,
  of: run.side === 0 ? 'baseline' : 'candidate',
  reason: `the budget of ${exhausted} was used up before round ${run.round} was complete`,
});
