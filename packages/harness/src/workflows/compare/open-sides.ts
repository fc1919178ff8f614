import { AssayError, type JudgeSpec } from '@assay/schema';
import { describeJudging } from '../../judge/describe-judging.ts';
import { openSuite, type ProvingOptions, proveAll, type Suite, type SuiteOptions } from '../../run/open-suite.ts';
import type { ChosenAgent } from '../../run/plan/choose-agents.ts';
import type { RunEvents } from '../../run/run-scenarios.ts';
import { NOTHING_SPENT } from '../../run/schedule/spending.ts';
import { judgeGradedChange } from '../corners/run-change.ts';
import { openRounds, type Rounds } from './open-rounds.ts';
import { orderCells, type RunSide, type SideCell } from './order-cells.ts';

export interface MakeSidesOptions extends Omit<SuiteOptions, 'agents'> {
  readonly agents: readonly string[];
  readonly judge?: JudgeSpec;
  readonly budget_usd: number | null;
  readonly prove: Exclude<ProvingOptions['prove'], 'only'>;
  readonly events: RunEvents;
  /** Decides the order of the runs; default: the ID of the comparison. */
  readonly seed?: string;
  readonly sides: readonly SideOptions[];
  readonly rounds: number;
  readonly invocation: string;
}

export interface SideOptions extends Omit<RunSide, 'agents'> {
  /** The agents of this side, from all chosen ones; default: all. */
  readonly agents?: (chosen: readonly ChosenAgent[]) => readonly ChosenAgent[];
}

/** Sides that are run round by round. */
export interface OpenedSides extends Rounds, AsyncDisposable {
  readonly root: string;
  /** Digests of the proven tasks. */
  readonly proven: ReadonlySet<string>;
  /** Throws if fewer rounds are complete. */
  requireRounds(fewest: number): void;
  /** Plans fresh rounds of two sides, with the same budget and separate labels: they are sides 0 and 1 of these rounds. */
  again(plan: FreshPlan): Rounds;
}

interface FreshPlan {
  /** The indices of the baseline and the candidate. */
  readonly sides: readonly [baseline: number, candidate: number];
  readonly rounds: number;
  readonly isWanted: (cell: SideCell) => boolean;
  readonly remark: string;
}

/** Seeds, proves and plans all sides; runs are made by rounds. */
export async function openSides(options: MakeSidesOptions): Promise<OpenedSides> {
  const suite = await openSuite({ ...options, judgeChange: judgeGradedChange });
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
    throw new AssayError('usage', 'nothing to run: none of these scenarios allows any of these agents');
  const announce = (planned: readonly SideCell[], remarks: readonly string[]): void =>
    events.planned({
      cells: planned,
      done: 0,
      sandbox: context.sandbox.id,
      concurrency: suite.concurrency,
      judge: describeJudging(context.judge, planned.length),
      remarks,
    });
  announce(cells, suite.remarks);
  const proofs = await proveAll(suite, options);
  const budget = {
    usd: options.budget_usd ?? project.config.budget_usd ?? null,
    tokens: project.config.budget_tokens ?? null,
    wall_s: project.config.budget_wall_s ?? null,
  };
  const shared = { suite, invocation, budget, till: { spent: NOTHING_SPENT }, proofs, events };
  const rounds = openRounds({ ...shared, cells });
  const confirmed: SideCell[] = [];
  return {
    ...rounds,
    root: suite.root,
    proven: new Set([...proofs.values()].filter(({ proven }) => proven).map(({ task_digest }) => task_digest)),
    requireRounds: (fewest) => {
      if (rounds.rounds() < fewest)
        throw new AssayError(
          'usage',
          `the budget of ${rounds.exhausted()} was used up before every task had ${fewest === 1 ? 'a run' : `${fewest} runs`} on each side: increase it, or use fewer scenarios`,
        );
    },
    again: (plan) => {
      const pair = plan.sides.map((index) => relabel(sides[index] as RunSide));
      const fresh = orderCells(tasks, pair, {
        rounds: Array.from({ length: plan.rounds }, (_, index) => index + 1),
        seed: `${seed} again`,
      }).filter(plan.isWanted);
      confirmed.push(...fresh);
      announce([...cells.slice(0, (cells.length / options.rounds) * rounds.rounds()), ...confirmed], [plan.remark]);
      return openRounds({ ...shared, cells: fresh });
    },
    [Symbol.asyncDispose]: () => suite[Symbol.asyncDispose](),
  };
}

// the label of the first stage must not include fresh runs
const relabel = (side: RunSide): RunSide => ({ ...side, label: `${side.label}/fresh` });

// comparing only the available scenarios would be another suite
function refuseUnseeded({ unseeded }: Suite): void {
  if (unseeded.length === 0) return;
  const which = unseeded.map(({ scenario, reason }) => `${scenario} could not be prepared: ${reason}`);
  throw new AssayError('invalid_config', which.join('\n'));
}
