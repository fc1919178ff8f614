import { join } from 'node:path';
import { AssayError, type Invocation, isDiskFull, type JudgeSpec, type Proof, type RunResult } from '@assay/schema';
import { type Host, instant } from '../contracts/host.ts';
import { describeJudging } from '../judge/describe-judging.ts';
import { type RunFolders, type RunWithGrade, readRunWithGrade } from './folders/run-folders.ts';
import { cellKey, finishedCells, getLastInvocation, openLedger, saveInvocation } from './invocation.ts';
import { mayRun, openSuite, type Proving, proveAll } from './open-suite.ts';
import type { ChosenAgent } from './plan/choose-agents.ts';
import type { PreparedTask } from './plan/prepare-task.ts';
import type { JudgeChange, RunProgress } from './plan/run-request.ts';
import { resumeOptions } from './resume-options.ts';
import { describeRun } from './run-result.ts';
import { type Cell, type MissingRun, runPlan } from './schedule/run-plan.ts';
import { NOTHING_SPENT } from './schedule/spending.ts';

export interface RunScenariosOptions {
  /** The folder with the configuration and `.assay`. */
  readonly folder: string;
  readonly config?: string;
  readonly scenarios: readonly string[];
  readonly agents: readonly string[];
  readonly repeat: number;
  readonly label: string | null;
  readonly sandbox?: 'bwrap' | 'docker' | 'local';
  /** Overrides the configuration. */
  readonly judge?: JudgeSpec;
  readonly concurrency?: number;
  readonly judgeChange?: JudgeChange;
  readonly budget_usd: number | null;
  /** Default: `once`, only if not yet proven. */
  readonly prove?: 'once' | 'again' | 'only' | 'never';
  readonly resume: boolean;
  readonly dry_run: boolean;
  readonly host: Host;
  readonly harness_version: string;
  readonly events: RunEvents;
  readonly signal: AbortSignal;
}

/** Events for a display of running runs. */
export interface RunEvents {
  planned(plan: Planned): void;
  /** When a proof starts and after each trial; not for a stored proof. */
  proving(proving: Proving): void;
  proved(scenario: string, proof: Proof): void;
  started(cell: Cell): void;
  progressed(cell: Cell, progress: RunProgress): void;
  finished(result: RunResult): void;
  /** A planned run that was not made. */
  missed(missing: MissingRun): void;
}

export interface Planned {
  readonly cells: readonly Cell[];
  /** Number of planned runs that are already finished. */
  readonly done: number;
  readonly sandbox: string;
  readonly concurrency: number;
  /** Who judges, why, and the estimated cost. */
  readonly judge: string;
  readonly remarks: readonly string[];
}

export interface RunScenariosResult {
  readonly results: readonly RunResult[];
  /** By scenario name. */
  readonly proofs: ReadonlyMap<string, Proof>;
  readonly missing: readonly MissingRun[];
  /** Scenarios whose files could not be prepared. */
  readonly unseeded: readonly { readonly scenario: string; readonly reason: string }[];
}

/** Loads, freezes, proves and runs scenarios × agents × repeats, and grades every run. */
export async function runScenarios(given: RunScenariosOptions): Promise<RunScenariosResult> {
  const last = given.resume ? await getLastInvocation(join(given.folder, '.assay')) : null;
  const options = last === null ? given : resumeOptions(given, last);
  const { events, prove = 'once' } = options;
  await using suite = await openSuite({ ...options, agents: prove === 'only' ? null : options.agents });
  const { project, agents, tasks, unseeded, root, concurrency, context, remarks } = suite;
  const { folders } = context;
  const invocation = last ?? createInvocation(options, tasks);
  refuseChanged(invocation, tasks);
  const done = last === null ? new Set<string>() : await finishedCells(folders, invocation.id);
  const planned = planCells(tasks, agents, invocation.repeat);
  if (planned.length === 0 && unseeded.length === 0 && prove !== 'only')
    throw new AssayError('usage', 'nothing to run: none of these scenarios allows any of these agents');
  const cells = planned.filter(
    ({ prepared, spec, repeat }) => !done.has(cellKey(prepared.task.scenario.name, spec.id, repeat)),
  );
  events.planned({
    cells,
    done: done.size,
    sandbox: context.sandbox.id,
    concurrency,
    judge: describeJudging(context.judge, prove === 'only' ? 0 : cells.length),
    remarks,
  });
  if (options.dry_run) return { results: [], proofs: new Map(), missing: [], unseeded };

  const proofs = await proveAll(suite, { prove, events });
  if (prove === 'only') return { results: [], proofs, missing: [], unseeded };
  if (last === null) await saveInvocation(root, invocation);
  const results: RunResult[] = [];
  const ledger = openLedger(root, invocation);
  const { missing } = await runPlan({
    cells,
    concurrency,
    label: invocation.label,
    invocation: invocation.id,
    budget: {
      usd: options.budget_usd ?? project.config.budget_usd ?? null,
      tokens: project.config.budget_tokens ?? null,
      wall_s: project.config.budget_wall_s ?? null,
    },
    context,
    spent: invocation.spent,
    onSpend: ledger.keep,
    onMiss: events.missed,
    onStart: events.started,
    onProgress: events.progressed,
    onFinish: (finished) => {
      const result = withProof(finished, proofs);
      results.push(result);
      events.finished(result);
    },
  });
  await ledger.kept().catch((error: unknown) => {
    // finished runs are saved; only the spent budget is lost for a resume
    if (!isDiskFull(error)) throw error;
  });
  const all = [...(await earlier(folders, invocation.id, done, proofs)), ...results];
  return { results: inOrder(all, planned), proofs, missing, unseeded };
}

function createInvocation(options: RunScenariosOptions, tasks: readonly PreparedTask[]): Invocation {
  const { host, scenarios, agents, repeat, label, budget_usd } = options;
  const started_at = instant(host.now());
  return {
    id: `${started_at.replaceAll(/[-:.]/g, '')}-${Buffer.from(host.entropy(4)).toString('hex')}`,
    started_at,
    scenarios: [...scenarios],
    agents: [...agents],
    repeat,
    label,
    sandbox: options.sandbox ?? null,
    judge: options.judge ?? null,
    config: options.config ?? null,
    concurrency: options.concurrency ?? null,
    prove: options.prove ?? null,
    budget_usd,
    spent: NOTHING_SPENT,
    tasks: Object.fromEntries(tasks.map(({ task }) => [task.scenario.name, task.task_digest])),
  };
}

function refuseChanged({ tasks: before }: Invocation, tasks: readonly PreparedTask[]): void {
  const changed = tasks.filter(({ task }) => before[task.scenario.name] !== task.task_digest);
  if (changed.length > 0)
    throw new AssayError(
      'conflict',
      `${changed.map(({ task }) => task.scenario.name).join(', ')} changed since the runs were started. The runs cannot be resumed; start new ones`,
    );
}

// all agents on all tasks before the next repeat, so that an interrupted plan is still fair
function planCells(tasks: readonly PreparedTask[], agents: readonly ChosenAgent[], repeat: number): Cell[] {
  return Array.from({ length: repeat }, (_, index) =>
    tasks.flatMap((prepared) =>
      agents
        .filter((chosen) => mayRun(chosen, prepared))
        .map(({ agent, spec }) => ({ prepared, agent, spec, repeat: index + 1, overlay: null })),
    ),
  ).flat();
}

const withProof = (kept: RunWithGrade, proofs: ReadonlyMap<string, Proof>): RunResult =>
  describeRun(kept, proofs.get(kept.evidence.run.scenario) ?? null);

// runs finished before an interruption belong to the result
async function earlier(
  folders: RunFolders,
  invocation: string,
  done: ReadonlySet<string>,
  proofs: ReadonlyMap<string, Proof>,
): Promise<RunResult[]> {
  if (done.size === 0) return [];
  const results: RunResult[] = [];
  for await (const { run, folder } of folders.list()) {
    const key = cellKey(run.scenario, run.agent_id, run.repeat);
    if (run.invocation === invocation && done.has(key))
      results.unshift(withProof(await readRunWithGrade(folder), proofs));
  }
  return results;
}

// in planned order
function inOrder(results: readonly RunResult[], planned: readonly Cell[]): RunResult[] {
  const places = new Map(
    planned.map(({ prepared, spec, repeat }, index) => [cellKey(prepared.task.scenario.name, spec.id, repeat), index]),
  );
  const placeOf = ({ scenario, agent, repeat }: RunResult): number => places.get(cellKey(scenario, agent, repeat)) ?? 0;
  return results.toSorted((a, b) => placeOf(a) - placeOf(b));
}
