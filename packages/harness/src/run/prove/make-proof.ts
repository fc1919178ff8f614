import { rm } from 'node:fs/promises';
import { type AgentSpec, type Proof, REFERENCE_AGENTS, type Trial } from '@assay/schema';
import { instant } from '../../contracts/host.ts';
import { createOwnPath } from '../../machine/processes/own-folder.ts';
import { openRunFolders } from '../folders/run-folders.ts';
import { chooseAgents } from '../plan/choose-agents.ts';
import type { PreparedTask } from '../plan/prepare-task.ts';
import type { RunContext } from '../plan/run-request.ts';
import { type Cell, type FinishedRun, type MissingRun, runPlan } from '../schedule/run-plan.ts';
import { NO_BUDGET } from '../schedule/spending.ts';
import { findIdle } from './idle-cheats.ts';
import { inconclusiveReason } from './inconclusive-reason.ts';
import { judgeTrial } from './judge-trial.ts';
import { PROOF_JUDGE } from './proof-run.ts';
import { unprovableReason } from './unprovable-reason.ts';

export interface MakeProofContext extends Omit<RunContext, 'onProgress'> {
  readonly concurrency: number;
  /** Whether to try cheats on a task without a solution too, which stays unproven. */
  readonly without_solution: boolean;
  /** Reports how many trials are done. */
  readonly onTrial: (done: number, of: number) => void;
}

/** Proves a task. An inconclusive trial is repeated once, without other runs at the same time. */
export async function makeProof(prepared: PreparedTask, context: MakeProofContext): Promise<Proof> {
  const { scenario, task_digest } = prepared.task;
  const proof = (trials: Trial[], { reason, tried }: { reason: string | null; tried: boolean }): Proof => ({
    task_digest,
    scenario: scenario.name,
    harness_version: context.harness_version,
    proved_at: instant(context.host.now()),
    proven: reason === null,
    tried,
    reason,
    trials,
  });
  const obstacle = unprovableReason(scenario);
  const attempt =
    obstacle === null || (context.without_solution && scenario.scorers.length + scenario.stages.length > 0);
  if (!attempt) return proof([], { reason: obstacle, tried: true });
  const made = await makeTrials(prepared, context);
  const trials = made.flatMap(({ trial }) => trial ?? []);
  // a failed trial decides, even if others are inconclusive
  const doubt = made.find(({ trial, untried }) => untried === null && trial?.holds === false)?.trial;
  if (doubt) return proof(trials, { reason: `the task is unsound, because ${doubt.remark}`, tried: true });
  const open = made.find(({ untried }) => untried !== null);
  if (open === undefined) return proof(trials, { reason: obstacle, tried: true });
  return proof(trials, { reason: `${open.agent} could not be tried: ${open.untried}`, tried: false });
}

interface MadeTrial {
  readonly agent: string;
  readonly trial: Trial | null;
  /** Why it is inconclusive; null if it is not. */
  readonly untried: string | null;
}

async function makeTrials(prepared: PreparedTask, context: MakeProofContext): Promise<MadeTrial[]> {
  const { oracle: solution } = prepared.task.scenario;
  const known = REFERENCE_AGENTS.filter(({ type, manner }) => {
    if (type !== 'oracle') return true;
    // a script solves the task in one way only
    return typeof solution === 'string' || (solution !== undefined && manner === undefined);
  });
  const agents = chooseAgents(
    known.map(({ id }) => id),
    [],
  );
  const cells = agents.map(({ agent, spec }) => ({ prepared, agent, spec, repeat: 1, overlay: null }));
  const made = new Map<Cell, MadeTrial>();
  const folder = createOwnPath();
  try {
    const folders = await openRunFolders(folder);
    // a proof is about what the task itself checks
    const { judgeChange: _, ...checked } = context;
    const note = (cell: Cell, trial: MadeTrial): void => {
      made.set(cell, settle(cell.spec, trial));
      context.onTrial(made.size, cells.length);
    };
    const plan = {
      label: null,
      invocation: null,
      budget: NO_BUDGET,
      context: { ...checked, folders, findBaseline: async () => null, judge: PROOF_JUDGE },
      onFinish: (run: FinishedRun) => note(run.cell, describe(run)),
      onMiss: ({ cell, reason }: MissingRun) => note(cell, { agent: cell.spec.id, trial: null, untried: reason }),
    };
    context.onTrial(0, cells.length);
    const idle = await findIdle(cells, prepared, plan.context);
    const busy = cells.filter((cell) => !idle.has(cell));
    const attempt = async (some: readonly Cell[]): Promise<void> => {
      await runPlan({ ...plan, cells: some, concurrency: context.concurrency });
      for (const cell of some.filter((each) => isOpen(made.get(each)))) {
        await runPlan({ ...plan, cells: [cell], concurrency: 1 });
        // one inconclusive trial leaves the task unproven, whatever the others say
        if (isOpen(made.get(cell))) break;
      }
    };
    // one trial that does not hold makes the task unsound, whatever the others say
    for (const some of inStages(busy)) {
      await attempt(some);
      if (!some.every((cell) => holds(made.get(cell)))) break;
    }
    const nop = busy.flatMap((cell) => (cell.spec.type === 'nop' ? (made.get(cell) ?? []) : []))[0];
    for (const [cell, remark] of idle) if (nop !== undefined) note(cell, repeatNop(nop, { ...cell.spec, remark }));
    return cells.flatMap((cell) => made.get(cell) ?? []);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// each fools another kind of weak check: of the exit, of the report, of the answers
const TELLING: ReadonlySet<string> = new Set(['early-exit', 'forged-report', 'special-case-input']);

/** The trials that tell most come first: the solution and doing nothing, then other ways of both, then all others. */
function inStages(cells: readonly Cell[]): Cell[][] {
  const first = cells.filter(({ spec }) => spec.id === 'oracle' || spec.type === 'nop');
  const second = cells.filter(({ spec }) => spec.manner !== undefined || TELLING.has(spec.cheat ?? ''));
  const early = new Set([...first, ...second]);
  return [first, second, cells.filter((cell) => !early.has(cell))];
}

// a cheat that does nothing gets what doing nothing gets
const repeatNop = (nop: MadeTrial, { id, remark }: { id: string; remark: string }): MadeTrial => ({
  ...nop,
  agent: id,
  trial: nop.trial === null ? null : { ...nop.trial, agent: id, idle: true, ...(nop.trial.holds && { remark }) },
});

const holds = (made: MadeTrial | undefined): boolean => made?.untried === null && made.trial?.holds === true;

const isOpen = (made: MadeTrial | undefined): boolean => made?.untried !== null;

const describe = ({ cell: { spec }, evidence, grade }: FinishedRun): MadeTrial => ({
  agent: spec.id,
  trial: judgeTrial(spec, { run: evidence.run, grade }),
  untried: inconclusiveReason({ evidence, grade }),
});

// a cheat that never ends does not pass; a solution that never ends may be due to the machine
const settle = ({ type }: Pick<AgentSpec, 'type'>, made: MadeTrial): MadeTrial =>
  made.trial?.holds === true && type !== 'oracle' ? { ...made, untried: null } : made;
