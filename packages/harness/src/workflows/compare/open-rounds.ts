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
  /** What all rounds of all stages have spent. */
  readonly till: { spent: Spending };
  readonly proofs: ReadonlyMap<string, Proof>;
  readonly events: RunEvents;
}

/** Runs of several sides that are made round by round. */
export interface Rounds {
  /** Makes the rounds up to this one that have not been made; of all cells, or of those that are wanted. */
  make(upTo: number, isWanted?: (cell: SideCell) => boolean): Promise<void>;
  /** How many rounds are complete: every cell has its run, or could not be given one. */
  rounds(): number;
  /** The budget that was spent before all was made, as people write it; null where it was enough. */
  exhausted(): string | null;
  runsOf(side: number): MadeRun[];
  /** Runs of rounds that the budget cut short. */
  unused(): (UnusedRun & Pick<MadeRun, 'side'>)[];
}

/** Nothing is made before it is asked for. */
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
  reason: `the budget of ${exhausted} was spent before round ${run.round} was complete`,
});
