import { AssayError, type JudgeSpec } from '@assay/schema';
import { describeJudging } from '../judge/describe-judging.ts';
import type { ChosenAgent } from '../run/choose-agents.ts';
import { openSuite, type ProvingOptions, proveAll, type Suite, type SuiteOptions } from '../run/open-suite.ts';
import type { RunEvents } from '../run/run-scenarios.ts';
import { NOTHING_SPENT } from '../run/spending.ts';
import type { UnusedRun } from './compare-runs.ts';
import { type MadeRun, makeRuns } from './make-runs.ts';
import { orderCells, type RunSide } from './order-cells.ts';

export interface MakeSidesOptions extends Omit<SuiteOptions, 'agents'> {
  readonly agents: readonly string[];
  readonly judge?: JudgeSpec;
  readonly budget_usd: number | null;
  readonly prove: Exclude<ProvingOptions['prove'], 'only'>;
  readonly events: RunEvents;
  /** Decides the order of the runs; without one it is the id of what they belong to. */
  readonly seed?: string;
  readonly sides: readonly SideOptions[];
  readonly rounds: number;
  readonly invocation: string;
}

export interface SideOptions extends Omit<RunSide, 'agents'> {
  /** Who runs on this side, of all agents that were chosen; without it, all of them. */
  readonly agents?: (chosen: readonly ChosenAgent[]) => readonly ChosenAgent[];
}

/** Sides that are being run, round by round. */
export interface OpenedSides extends AsyncDisposable {
  readonly root: string;
  /** Digests of the tasks that are proven. */
  readonly proven: ReadonlySet<string>;
  /** Makes the rounds up to this one that have not been made. */
  make(upTo: number): Promise<void>;
  /** How many rounds are complete: every cell has its run, or could not be given one. */
  rounds(): number;
  /** Throws unless so many rounds are complete. */
  requireRounds(fewest: number): void;
  runsOf(side: number): MadeRun[];
  /** Runs of rounds that the budget cut short. */
  unused(): (UnusedRun & Pick<MadeRun, 'side'>)[];
}

/** Seeds, proves and plans what all sides have to do; the runs are made by rounds. */
export async function openSides(options: MakeSidesOptions): Promise<OpenedSides> {
  const suite = await openSuite(options);
  try {
    return await planSides(suite, options);
  } catch (error) {
    await suite[Symbol.asyncDispose]();
    throw error;
  }
}

async function planSides(suite: Suite, options: MakeSidesOptions): Promise<OpenedSides> {
  const { events, invocation, seed = invocation } = options;
  const { project, tasks, context } = suite;
  refuseUnseeded(suite);
  const sides = options.sides.map(
    ({ agents = (chosen) => chosen, ...side }): RunSide => ({ ...side, agents: agents(suite.agents) }),
  );
  const all = Array.from({ length: options.rounds }, (_, index) => index + 1);
  const cells = orderCells(tasks, sides, { rounds: all, seed });
  if (cells.length === 0)
    throw new AssayError('usage', 'nothing to run: none of these agents may be given any of these scenarios');
  events.planned({
    cells,
    done: 0,
    sandbox: context.sandbox.id,
    concurrency: suite.concurrency,
    judge: describeJudging(context.judge, cells.length),
    remarks: suite.remarks,
  });
  const proofs = await proveAll(suite, options);
  const budget = {
    usd: options.budget_usd ?? project.config.budget_usd ?? null,
    tokens: project.config.budget_tokens ?? null,
    wall_s: project.config.budget_wall_s ?? null,
  };
  const made: MadeRun[] = [];
  let [spent, planned, exhausted] = [NOTHING_SPENT, 0, null as string | null];
  const unfinished = new Set<number>();
  const isComplete = (round: number): boolean => round <= planned && !unfinished.has(round);
  return {
    root: suite.root,
    proven: new Set([...proofs.values()].filter(({ proven }) => proven).map(({ task_digest }) => task_digest)),
    make: async (upTo) => {
      const wanted = cells.filter(({ repeat }) => repeat > planned && repeat <= upTo);
      const done = await makeRuns({ suite, cells: wanted, invocation, budget, spent, proofs, events });
      made.push(...done.runs);
      for (const round of done.unfinished) unfinished.add(round);
      [spent, planned, exhausted] = [done.spent, upTo, done.exhausted ?? exhausted];
    },
    rounds: () => all.filter(isComplete).length,
    requireRounds: (fewest) => {
      if (all.filter(isComplete).length < fewest)
        throw new AssayError(
          'usage',
          `the budget of ${exhausted} was spent before every task had ${fewest === 1 ? 'a run' : `${fewest} runs`} on each side: give more, or fewer scenarios`,
        );
    },
    runsOf: (side) => made.filter((run) => run.side === side && isComplete(run.round)),
    unused: () => made.filter(({ round }) => !isComplete(round)).map((run) => explainUnused(run, exhausted)),
    [Symbol.asyncDispose]: () => suite[Symbol.asyncDispose](),
  };
}

// a comparison of the scenarios that happened to be there would be of another suite
function refuseUnseeded({ unseeded }: Suite): void {
  if (unseeded.length === 0) return;
  const which = unseeded.map(({ scenario, reason }) => `${scenario} could not be seeded: ${reason}`);
  throw new AssayError('invalid_config', which.join('\n'));
}

const explainUnused = (run: MadeRun, exhausted: string | null): UnusedRun & MadeRun => ({
  ...run,
  of: run.side === 0 ? 'baseline' : 'candidate',
  reason: `the budget of ${exhausted} was spent before round ${run.round} was complete`,
});
