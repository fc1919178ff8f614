import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { AssayError, type Invocation, type Proof, type RunResult } from '@assay/schema';
import { ACP_AGENTS } from '../agents/acp-agents.ts';
import { refuseUnhonoured } from '../agents/honours.ts';
import { AGENTS } from '../agents/index.ts';
import { type Host, instant } from '../host.ts';
import { loadProject, type Project } from '../scenarios/load-project.ts';
import { findLatencyBaseline } from './baseline.ts';
import { type ChosenAgent, chooseAgents } from './choose-agents.ts';
import { chooseSandbox } from './choose-sandbox.ts';
import { cellKey, finishedCells, getLastInvocation, keepInvocation } from './invocation.ts';
import { type PreparedTask, prepareTask } from './prepare-task.ts';
import { proveTask } from './prove-task.ts';
import { type KeptRun, openRunFolders, type RunFolders, readKept } from './run-folders.ts';
import { type Cell, type MissingRun, runPlan } from './run-plan.ts';
import type { RunContext, RunProgress } from './run-request.ts';
import { describeRun } from './run-result.ts';

export interface RunScenariosOptions {
  /** Where the configuration is looked for, and `.assay` is kept. */
  readonly folder: string;
  readonly config?: string;
  readonly scenarios: readonly string[];
  readonly agents: readonly string[];
  readonly repeat: number;
  readonly label: string | null;
  readonly sandbox?: 'bwrap' | 'docker' | 'local';
  readonly concurrency?: number;
  readonly budget_usd: number | null;
  /** `once`: unless it was done before. */
  readonly prove: 'once' | 'again' | 'only' | 'never';
  readonly resume: boolean;
  readonly dry_run: boolean;
  readonly host: Host;
  readonly harness_version: string;
  readonly events: RunEvents;
  readonly signal: AbortSignal;
}

/** What a display is told while runs are made. */
export interface RunEvents {
  planned(plan: Planned): void;
  proving(scenario: string): void;
  proved(scenario: string, proof: Proof): void;
  started(cell: Cell): void;
  progressed(cell: Cell, progress: RunProgress): void;
  finished(result: RunResult): void;
}

export interface Planned {
  readonly cells: readonly Cell[];
  /** How many of the plan are finished already. */
  readonly done: number;
  readonly sandbox: string;
  readonly concurrency: number;
  readonly remarks: readonly string[];
}

export interface RunScenariosResult {
  readonly results: readonly RunResult[];
  /** By the name of the scenario. */
  readonly proofs: ReadonlyMap<string, Proof>;
  readonly missing: readonly MissingRun[];
  /** Scenarios that could not even be seeded. */
  readonly unseeded: readonly { readonly scenario: string; readonly reason: string }[];
}

/** Scenarios × agents × repeats: loads, freezes, proves and runs them, and grades every run. */
export async function runScenarios(options: RunScenariosOptions): Promise<RunScenariosResult> {
  const { host, signal, events } = options;
  const root = join(options.folder, '.assay');
  const last = options.resume ? await getLastInvocation(root) : null;
  const wanted = last ?? options;
  const project = await loadProject({
    folder: options.folder,
    names: wanted.scenarios,
    agentTypes: AGENTS.map(({ type }) => type),
    acpAgents: ACP_AGENTS.map(({ id }) => id),
    ...(options.config === undefined ? {} : { config: options.config }),
  });
  const agents = options.prove === 'only' ? [] : chooseAgents(wanted.agents, project.agents);
  refuseUnhonouredIn(project, agents);
  const use = options.sandbox ?? last?.sandbox ?? project.config.sandbox.use;
  const { sandbox, remark } = await chooseSandbox({ ...project.config.sandbox, ...(use && { use }) }, agents);
  await using stack = new AsyncDisposableStack();
  const { tasks, unseeded } = await seedAll(project, options, stack);
  const folders = await openRunFolders(root);
  const invocation = last ?? createInvocation(options, tasks);
  refuseChanged(invocation, tasks);
  const done = last === null ? new Set<string>() : await finishedCells(folders, invocation.id);
  const concurrency = options.concurrency ?? project.config.concurrency ?? availableParallelism();
  const planned = planCells(tasks, agents, invocation.repeat);
  if (planned.length === 0 && unseeded.length === 0 && options.prove !== 'only')
    throw new AssayError('usage', 'nothing to run: none of these agents may be given any of these scenarios');
  const cells = planned.filter(
    ({ prepared, spec, repeat }) => !done.has(cellKey(prepared.task.scenario.name, spec.id, repeat)),
  );
  const base = project.config_file === null ? options.folder : dirname(project.config_file);
  const remarks = [...project.notes, ...remarkJudge(project), ...(remark === null ? [] : [remark])];
  events.planned({ cells, done: done.size, sandbox: sandbox.id, concurrency, remarks });
  if (options.dry_run) return { results: [], proofs: new Map(), missing: [], unseeded };

  const context = {
    host,
    folders,
    sandbox,
    readable: project.config.sandbox.readable.map((path) => resolve(base, path)),
    formulas: project.config.formulas,
    weights: project.config.weights,
    harness_version: options.harness_version,
    findBaseline: once(() => findLatencyBaseline(folders)),
    signal,
  };
  const proofs = await proveAll(tasks, { ...context, root, concurrency }, options);
  if (options.prove === 'only') return { results: [], proofs, missing: [], unseeded };
  if (last === null) await keepInvocation(root, invocation);
  const results: RunResult[] = [];
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
    onStart: events.started,
    onProgress: events.progressed,
    onFinish: (finished) => {
      const result = withProof(finished, proofs);
      results.push(result);
      events.finished(result);
    },
  });
  const all = [...(await earlier(folders, invocation.id, done, proofs)), ...results];
  return { results: inOrder(all, planned), proofs, missing, unseeded };
}

// what a scenario brings must be honoured by every agent it is given to
function refuseUnhonouredIn({ scenarios }: Project, agents: readonly ChosenAgent[]): void {
  const refused = scenarios.flatMap(({ scenario: { name, mcp_servers, skills } }) =>
    agents
      .filter(({ agent }) => agent.kind === 'process')
      .flatMap(({ agent, spec }) => refuseUnhonoured(agent, { ...spec, mcp_servers, skills: [...skills] }))
      .map((sentence) => `${name}: ${sentence}`),
  );
  if (refused.length > 0) throw new AssayError('invalid_config', refused.join('\n'));
}

// rules judge until a model can be asked; what was asked for and is not done is said
const remarkJudge = ({ config: { judge } }: Project): string[] =>
  judge.use === 'heuristic' || judge.use === 'none'
    ? []
    : [`judge: ${judge.use} cannot be asked by this version; runs are judged by rules, and no rubric is graded`];

async function seedAll({ scenarios }: Project, { host, signal }: RunScenariosOptions, stack: AsyncDisposableStack) {
  const tasks: PreparedTask[] = [];
  const unseeded: { scenario: string; reason: string }[] = [];
  for (const loaded of scenarios) {
    try {
      tasks.push(stack.use(await prepareTask(loaded, { host, signal })));
    } catch (error) {
      signal.throwIfAborted();
      // one scenario whose files cannot be had must not cost the others
      unseeded.push({ scenario: loaded.scenario.name, reason: (error as Error).message });
    }
  }
  return { tasks, unseeded };
}

function createInvocation(options: RunScenariosOptions, tasks: readonly PreparedTask[]): Invocation {
  const { host, scenarios, agents, repeat, label, sandbox } = options;
  const started_at = instant(host.now());
  return {
    id: `${started_at.replaceAll(/[-:.]/g, '')}-${Buffer.from(host.entropy(4)).toString('hex')}`,
    started_at,
    scenarios: [...scenarios],
    agents: [...agents],
    repeat,
    label,
    sandbox: sandbox ?? null,
    tasks: Object.fromEntries(tasks.map(({ task }) => [task.scenario.name, task.task_digest])),
  };
}

function refuseChanged({ tasks: before }: Invocation, tasks: readonly PreparedTask[]): void {
  const changed = tasks.filter(({ task }) => before[task.scenario.name] !== task.task_digest);
  if (changed.length > 0)
    throw new AssayError(
      'conflict',
      `${changed.map(({ task }) => task.scenario.name).join(', ')} changed since the runs were started: they cannot be resumed, start them anew`,
    );
}

// all agents on a task before the next repeat, so that an interrupted plan is still a fair one
function planCells(tasks: readonly PreparedTask[], agents: readonly ChosenAgent[], repeat: number): Cell[] {
  return Array.from({ length: repeat }, (_, index) =>
    tasks.flatMap((prepared) =>
      agents
        .filter((chosen) => mayRun(chosen, prepared))
        .map(({ agent, spec }) => ({ prepared, agent, spec, repeat: index + 1 })),
    ),
  ).flat();
}

// a scenario may be for some of the configured agents only; yardsticks go with all of them
const mayRun = ({ agent, spec }: ChosenAgent, { loaded }: PreparedTask): boolean =>
  loaded.agents === null || agent.kind === 'built-in' || loaded.agents.includes(spec.id);

async function proveAll(
  tasks: readonly PreparedTask[],
  context: Omit<RunContext, 'onProgress'> & { root: string; concurrency: number },
  { prove, events }: RunScenariosOptions,
): Promise<Map<string, Proof>> {
  const proofs = new Map<string, Proof>();
  if (prove === 'never') return proofs;
  for (const prepared of tasks) {
    const { name } = prepared.task.scenario;
    events.proving(name);
    const proof = await proveTask(prepared, { ...context, again: prove !== 'once' });
    proofs.set(name, proof);
    events.proved(name, proof);
  }
  return proofs;
}

const withProof = (kept: KeptRun, proofs: ReadonlyMap<string, Proof>): RunResult =>
  describeRun(kept, proofs.get(kept.evidence.run.scenario) ?? null);

// what an interrupted invocation had finished belongs to its result
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
    if (run.invocation === invocation && done.has(key)) results.unshift(withProof(await readKept(folder), proofs));
  }
  return results;
}

// as planned, whichever ended first
function inOrder(results: readonly RunResult[], planned: readonly Cell[]): RunResult[] {
  const places = new Map(
    planned.map(({ prepared, spec, repeat }, index) => [cellKey(prepared.task.scenario.name, spec.id, repeat), index]),
  );
  const placeOf = ({ scenario, agent, repeat }: RunResult): number => places.get(cellKey(scenario, agent, repeat)) ?? 0;
  return results.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
