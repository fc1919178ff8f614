import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { requireGrammars } from '@assay/detect';
import { AssayError, type JudgeSpec, type Proof } from '@assay/schema';
import { ACP_AGENTS } from '../agents/acp-agents.ts';
import { listUnsupportedSettings } from '../agents/honors.ts';
import { AGENTS } from '../agents/index.ts';
import type { Host } from '../contracts/host.ts';
import { openJudge } from '../judge/open-judge.ts';
import { requireJudge } from '../judge/require-judge.ts';
import { loadProject, type Project } from '../scenarios/load-project.ts';
import { createBaselineFinder } from './folders/baseline.ts';
import { openRunFolders } from './folders/run-folders.ts';
import { type ChosenAgent, chooseAgents } from './plan/choose-agents.ts';
import { chooseSandbox, containersOnly } from './plan/choose-sandbox.ts';
import { requireAgentPrograms } from './plan/find-agent-program.ts';
import { type PreparedTask, prepareTask } from './plan/prepare-task.ts';
import { listReadable } from './plan/readable-folders.ts';
import { requireRoom } from './plan/require-room.ts';
import type { JudgeChange, RunContext } from './plan/run-request.ts';
import { proveTask } from './prove/prove-task.ts';

export interface SuiteOptions {
  /** The folder with the configuration and `.assay`. */
  readonly folder: string;
  readonly config?: string;
  readonly scenarios: readonly string[];
  /** Null if no agent runs. */
  readonly agents: readonly string[] | null;
  readonly sandbox?: 'bwrap' | 'docker' | 'local';
  /** Overrides the configuration. */
  readonly judge?: JudgeSpec;
  readonly concurrency?: number;
  readonly judgeChange?: JudgeChange;
  readonly host: Host;
  readonly harness_version: string;
  readonly signal: AbortSignal;
}

/** Frozen scenarios, agents, and what their runs share. Disposing removes the seeded files. */
export interface Suite extends AsyncDisposable {
  readonly project: Project;
  readonly agents: readonly ChosenAgent[];
  readonly tasks: readonly PreparedTask[];
  /** Scenarios whose files could not be prepared. */
  readonly unseeded: readonly { readonly scenario: string; readonly reason: string }[];
  /** The `.assay` folder. */
  readonly root: string;
  readonly concurrency: number;
  readonly remarks: readonly string[];
  readonly context: Omit<RunContext, 'onProgress'>;
}

/**
 * Loads and freezes scenarios, and opens agents, judge and sandbox. Preconditions are checked before any run
 * starts.
 */
export async function openSuite(options: SuiteOptions): Promise<Suite> {
  const { host, signal } = options;
  const root = join(options.folder, '.assay');
  const project = await loadProject({
    folder: options.folder,
    names: options.scenarios,
    agentTypes: AGENTS.map(({ type }) => type),
    acpAgents: ACP_AGENTS.map(({ id }) => id),
    ...(options.config === undefined ? {} : { config: options.config }),
  });
  const agents = options.agents === null ? [] : chooseAgents(options.agents, project.agents);
  refuseUnhonoredIn(project, agents, options.folder);
  await requireAgentPrograms(agents, host);
  const use = options.sandbox ?? project.config.sandbox.use;
  // tasks that all have their own containers need no other sandbox
  const contained = project.scenarios.every(({ scenario }) => scenario.environment !== undefined);
  const { sandbox, remark } = contained
    ? { sandbox: containersOnly(), remark: null }
    : await chooseSandbox({ ...project.config.sandbox, ...(use && { use }) }, agents);
  const base = project.config_file === null ? options.folder : dirname(project.config_file);
  const { prices } = project.config;
  const judge = await openJudge(options.judge ?? project.config.judge, { host, root, base, prices });
  await requireJudge(judge);
  // every run is searched for changed tests, and a grade that fails afterwards costs what was paid
  requireGrammars('Grading a run');
  await requireRoom([
    { path: options.folder, what: 'the runs' },
    { path: tmpdir(), what: 'agent workspaces (TMPDIR)' },
  ]);
  await using stack = new AsyncDisposableStack();
  const seeded = await seedAll(project, options, stack);
  const folders = await openRunFolders(root);
  const kept = stack.move();
  return {
    project,
    agents,
    ...seeded,
    root,
    concurrency: options.concurrency ?? project.config.concurrency ?? availableParallelism(),
    remarks: [...project.notes, ...(remark === null ? [] : [remark])],
    context: {
      host,
      folders,
      sandbox,
      readable: [...project.config.sandbox.readable.map((path) => resolve(base, path)), ...listReadable(root)],
      formulas: project.config.formulas,
      weights: project.config.weights,
      judge,
      custom: project.custom,
      prices,
      harness_version: options.harness_version,
      findBaseline: createBaselineFinder(folders),
      ...(options.judgeChange && { judgeChange: options.judgeChange }),
      signal,
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

// every agent of a scenario must support the scenario's settings
function refuseUnhonoredIn({ scenarios }: Project, agents: readonly ChosenAgent[], folder: string): void {
  const refused = scenarios.flatMap(({ scenario: { name, mcp_servers, skills }, file, agents: meant }) =>
    agents
      .filter(({ agent, spec }) => agent.kind === 'process' && (meant === null || meant.includes(spec.id)))
      .flatMap(({ agent, spec }) =>
        listUnsupportedSettings(agent, { ...spec, mcp_servers, skills: [...skills] }).map(
          (sentence) => `${relative(folder, file)}: scenario ${name}, agent ${spec.id}: ${sentence}`,
        ),
      ),
  );
  if (refused.length > 0) throw new AssayError('invalid_config', refused.join('\n'));
}

async function seedAll({ scenarios }: Project, { host, signal }: SuiteOptions, stack: AsyncDisposableStack) {
  const tasks: PreparedTask[] = [];
  const unseeded: { scenario: string; reason: string }[] = [];
  for (const loaded of scenarios) {
    try {
      tasks.push(stack.use(await prepareTask(loaded, { host, signal })));
    } catch (error) {
      signal.throwIfAborted();
      // one scenario without its files must not stop the others
      unseeded.push({ scenario: loaded.scenario.name, reason: (error as Error).message });
    }
  }
  return { tasks, unseeded };
}

/** Whether an agent may run a task. A scenario may be limited to some agents; reference agents run on all. */
export const mayRun = ({ agent, spec }: ChosenAgent, { loaded }: PreparedTask): boolean =>
  loaded.agents === null || agent.kind === 'built-in' || loaded.agents.includes(spec.id);

/** Progress of proofs. */
export interface Proving {
  readonly scenario: string;
  /** The number of the scenario, from 1. */
  readonly at: number;
  readonly of: number;
  readonly trials_done: number;
  readonly trials: number;
}

export interface ProvingOptions {
  /** `once`: only if not yet proven. */
  readonly prove: 'once' | 'again' | 'only' | 'never';
  readonly events: { proving(proving: Proving): void; proved(scenario: string, proof: Proof): void };
}

/** Proves every task; returns proofs by scenario name. */
export async function proveAll(
  { tasks, context, root, concurrency }: Suite,
  { prove, events }: ProvingOptions,
): Promise<Map<string, Proof>> {
  const proofs = new Map<string, Proof>();
  if (prove === 'never') return proofs;
  for (const [index, prepared] of tasks.entries()) {
    const { name } = prepared.task.scenario;
    const proof = await proveTask(prepared, {
      ...context,
      root,
      concurrency,
      again: prove !== 'once',
      without_solution: prove === 'only',
      onTrial: (trials_done, trials) =>
        events.proving({ scenario: name, at: index + 1, of: tasks.length, trials_done, trials }),
    });
    proofs.set(name, proof);
    events.proved(name, proof);
  }
  return proofs;
}
