import { cp, mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { ModelService } from '../agent.ts';
import { findProgram } from '../find-program.ts';
import { type Gateway, openGateway } from '../gateway.ts';
import type { Host } from '../host.ts';
import type { SandboxSession } from '../sandbox.ts';
import { SCENARIO_FOLDER_VARIABLE } from '../scenarios/project.ts';
import { createHistory } from '../workspace/create-history.ts';
import { createObjectStore, type ObjectStore } from '../workspace/object-store.ts';
import { seedWorkspace } from '../workspace/seed-workspace.ts';
import { type Snapshot, takeSnapshot } from '../workspace/snapshot.ts';
import { type Credential, createRedactor, findCredential, type Redactor } from './credentials.ts';
import { Fault, guard } from './fault.ts';
import { runCommand } from './run-command.ts';
import type { Attempt, RunContext } from './run-request.ts';
import { createScratch, type Scratch } from './scratch.ts';

/** Everything one try at a run works with. Disposing ends what runs and removes the files. */
export interface Workplace extends AsyncDisposable {
  readonly attempt: Attempt;
  readonly context: RunContext;
  readonly scratch: Scratch;
  readonly store: ObjectStore;
  readonly baseline: Snapshot;
  readonly credential: Credential | null;
  readonly redactor: Redactor;
  /** Variables of the operator that the agent is given. */
  readonly env: Readonly<Record<string, string>>;
  /** The agent's program as it is called inside. */
  readonly program: string | null;
  readonly gateway: Gateway | null;
  /** The limit at which the gateway let nothing more through. */
  readonly closed: () => string | null;
  readonly session: SandboxSession;
  /** Where stages and scorers run: the same workspace, another home, no way out. */
  readonly grader: SandboxSession;
  /** When the agent has had its time. */
  readonly deadline_ms: number;
}

const SETUP_MS = 900_000;

/** Seed, sandbox, setup, history, baseline, in this order. What fails here is not the agent's. */
export async function openWorkplace(attempt: Attempt, context: RunContext): Promise<Workplace> {
  await using stack = new AsyncDisposableStack();
  const { agent, spec, prepared } = attempt;
  const { loaded, task, template } = prepared;
  const { scenario } = task;
  const { host, signal } = context;
  const step = (name: string) => context.onProgress({ kind: 'step', step: name });

  step('seed');
  const scratch = stack.use(await guard('sandbox_lost', createScratch));
  await guard('seed_failed', () =>
    seedWorkspace({ seed: { copy: template }, history: 'keep', base: '/', target: scratch.workspace, signal }),
  );

  const path = host.environment['PATH'] ?? '';
  const wanted = agent.kind === 'process' ? agent.program(spec) : null;
  const program = wanted === null ? null : await findProgram(wanted, path);
  if (program === undefined && agent.kind === 'process')
    throw new Fault(
      'agent_unavailable',
      `the program ${wanted} was not found on the PATH; get it with: ${agent.install}`,
    );

  const credential = findCredential(agent, host);
  const env = handOn(spec.env, host.environment);
  const redactor = createRedactor(
    new Map([...Object.entries(env), ...(credential ? [[credential.name, credential.value] as const] : [])]),
  );
  let reached: string | null = null;
  const onLimit = (reason: string): void => {
    reached = reason;
  };
  const gateway = await openWay(attempt, context, { scratch, credential, onLimit });
  if (gateway) stack.defer(() => gateway.close());

  const shared = { workspace: scratch.workspace, limits: scenario.limits, path };
  const { session, grader } = await guard('sandbox_lost', async () => ({
    session: stack.use(
      await context.sandbox.open({
        ...shared,
        home: scratch.home,
        gateway,
        readable: [...context.readable, ...(program?.readable ?? [])],
        key: `${attempt.run_id}_agent`,
      }),
    ),
    grader: stack.use(
      await context.sandbox.open({
        ...shared,
        home: scratch.grader_home,
        gateway: null,
        readable: context.readable,
        key: `${attempt.run_id}_grade`,
      }),
    ),
  }));

  if (scenario.setup !== undefined) {
    step('setup');
    const { ended, evidence } = await runBeside(scenario.setup, { attempt, context, scratch, gateway, redactor });
    if (evidence.exit_code !== 0)
      throw new Fault(
        'setup_failed',
        `setup \`${scenario.setup}\` ${ended.reason ?? `exited with ${evidence.exit_code ?? evidence.signal}`}: ${evidence.stderr_tail.slice(-500) || evidence.stdout_tail.slice(-500)}`,
      );
  }
  const skills = [...scenario.skills, ...spec.skills].map((skill) => resolve(loaded.base, skill));
  await guard('seed_failed', async () => {
    for (const artifact of scenario.artifacts) await overlay(resolve(loaded.base, artifact), scratch.workspace);
    if (agent.kind === 'process' && agent.skills_folder !== null)
      for (const skill of skills) await overlay(skill, join(scratch.home, agent.skills_folder, basename(skill)));
  });
  const { store, baseline } = await guard('snapshot_failed', async () => {
    if (scenario.history === 'fresh') await createHistory(scratch.workspace);
    const objects = await createObjectStore(scratch.store);
    return {
      store: objects,
      baseline: await takeSnapshot(scratch.workspace, objects, undefined, { known_as: session.workspace }),
    };
  });
  const owned = stack.move();
  return {
    attempt,
    context,
    scratch,
    store,
    baseline,
    credential,
    redactor,
    env,
    program: program?.path ?? null,
    gateway,
    closed: () => reached,
    session,
    grader,
    deadline_ms: host.now() + scenario.limits.wall_s * 1000,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/**
 * Runs a command of the scenario itself, not of the agent, in a sandbox of its own: it alone may read the folder the
 * scenario lies in, where the oracle is too.
 */
export async function runBeside(
  command: string,
  {
    attempt,
    context,
    scratch,
    gateway,
    redactor,
  }: Pick<Workplace, 'attempt' | 'context' | 'scratch' | 'gateway' | 'redactor'>,
): ReturnType<typeof runCommand> {
  const { base } = attempt.prepared.loaded;
  await using session = await guard('sandbox_lost', () =>
    context.sandbox.open({
      workspace: scratch.workspace,
      home: scratch.home,
      limits: attempt.prepared.task.scenario.limits,
      gateway,
      readable: [...context.readable, base],
      path: context.host.environment['PATH'] ?? '',
      key: `${attempt.run_id}_beside`,
    }),
  );
  const env = { [SCENARIO_FOLDER_VARIABLE]: base, ...proxyVariables(attempt, session) };
  return await runCommand({ session, command, env, timeout_ms: SETUP_MS, redactor, signal: context.signal });
}

// the only way out of the sandbox, where the agent has any business outside
async function openWay(
  { agent, prepared }: Attempt,
  { host, signal }: RunContext,
  {
    scratch,
    credential,
    onLimit,
  }: { scratch: Scratch; credential: Credential | null; onLimit: (reason: string) => void },
): Promise<Gateway | null> {
  const { limits } = prepared.task.scenario;
  const service = agent.kind === 'process' ? agent.service : null;
  const hosts = limits.network === 'none' ? [] : limits.network;
  if (service === null && hosts.length === 0) return null;
  return await guard('sandbox_lost', () =>
    openGateway({
      folder: scratch.socket,
      service: service === null ? null : { url: addressOf(service, host) },
      keys: new Map(credential === null ? [] : [[credential.placeholder, credential.value]]),
      hosts,
      limits,
      onLimit,
      signal,
    }),
  );
}

// some call the version of the API part of the address; the agent's requests name it themselves
const addressOf = ({ url, url_env }: ModelService, { environment }: Host): string =>
  (environment[url_env] || url).replace(/\/v1\/?$/, '');

/** What tells programs that the hosts a scenario allows are reached through the gateway. */
export function proxyVariables({ prepared }: Attempt, { gateway_url }: SandboxSession): Record<string, string> {
  if (prepared.task.scenario.limits.network === 'none' || gateway_url === null) return {};
  const local = 'localhost,127.0.0.1';
  return {
    HTTP_PROXY: gateway_url,
    HTTPS_PROXY: gateway_url,
    http_proxy: gateway_url,
    https_proxy: gateway_url,
    NO_PROXY: local,
    no_proxy: local,
  };
}

function handOn(names: readonly string[], environment: Readonly<Record<string, string | undefined>>) {
  const found = names.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

async function overlay(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
}
