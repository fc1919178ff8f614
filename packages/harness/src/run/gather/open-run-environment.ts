import { cp, mkdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { createObjectStore, takeSnapshot } from '@assay/detect';
import type { Scenario } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import type { Place, SandboxMount, SandboxOptions, SandboxSession } from '../../contracts/sandbox.ts';
import { openEngine } from '../../machine/containers/engine.ts';
import { type Credential, createRedactor, findCredential, warnShortSecrets } from '../../machine/credentials.ts';
import { linkCommand } from '../../machine/environments/store.ts';
import type { FoundProgram } from '../../machine/processes/find-program.ts';
import { runProcess } from '../../machine/processes/run-process.ts';
import { drawPlace, USUAL_PLACE } from '../../machine/sandboxes/place.ts';
import { ageFiles } from '../../machine/workspace/age-files.ts';
import { applyOverlay } from '../../machine/workspace/apply-overlay.ts';
import { copyWorkspace } from '../../machine/workspace/copy-workspace.ts';
import { createHistory } from '../../machine/workspace/create-history.ts';
import { type Egress, openEgress } from '../execute/open-egress.ts';
import type { RunEnvironment } from '../execute/run-environment.ts';
import { runSetup } from '../execute/run-scenario-command.ts';
import { createScratch, type Scratch } from '../execute/scratch.ts';
import { guard } from '../outcome/run-failure-error.ts';
import { findAgentProgram, requireCommand } from '../plan/find-agent-program.ts';
import { openDependencies } from '../plan/open-dependencies.ts';
import type { PreparedEnvironment } from '../plan/prepare-environment.ts';
import type { PreparedTask } from '../plan/prepare-task.ts';
import type { Attempt, RunContext } from '../plan/run-request.ts';
import { gatherBaseline } from './gather-baseline.ts';

/** Prepares seed, sandbox, setup, history and baseline, in this order. Failures here are not the agent's. */
export async function openRunEnvironment(attempt: Attempt, shared: RunContext): Promise<RunEnvironment> {
  await using stack = new AsyncDisposableStack();
  const { agent, spec, prepared } = attempt;
  const { scenario } = prepared.task;
  const { host } = shared;
  const dependencies = stack.use(await openDependencies(prepared, host));
  const context = dependencies === null ? shared : { ...shared, readable: [...shared.readable, dependencies.folder] };
  context.onProgress({ kind: 'step', step: 'seed' });
  const scratch = stack.use(await guard('sandbox_lost', createScratch));
  await guard('seed_failed', () => copyTemplate(attempt, { context, target: scratch.workspace }));
  if (prepared.environment !== null) await guard('seed_failed', () => giveFiles(scratch, prepared.environment));
  const program = await findAgentProgram(attempt, host);
  const here = namesUsualPlace(scenario) ? USUAL_PLACE : drawPlace(host.entropy);
  const credential = findCredential(agent, host);
  const env = passThroughEnv(spec.env, host.environment);
  const secrets = secretsOf(env, credential);
  const redactor = createRedactor(secrets);
  const way = await openEgress(attempt, context, { folder: scratch.socket, credential });
  if (way.gateway !== null) stack.use(way.gateway);
  const sessions = await openSessions(attempt, { context, scratch, program, gateway: way.gateway, stack, place: here });
  const link = dependencies === null ? undefined : linkCommand(dependencies);
  const places = { here, elsewhere: drawPlace(host.entropy, here) };
  await runSetup(link, { attempt, context, scratch, gateway: way.gateway, redactor, places });
  // what the setup builds may know where it is
  const stays =
    here === USUAL_PLACE || (scenario.setup !== undefined && (await mentions(scratch.workspace, here.workspace)));
  if (stays) places.elsewhere = { ...places.elsewhere, workspace: here.workspace };
  await guard('seed_failed', () => installArtifacts(attempt, scratch));
  await guard('sandbox_lost', () => requireCommand(attempt, sessions.grader));
  const recorded = await guard('snapshot_failed', () =>
    recordBaseline(attempt, { scratch, session: sessions.session, age_days: here.age_days }),
  );
  const place = { attempt, context, scratch, redactor, places, ...recorded };
  const measured = await guard('grader_error', () => gatherBaseline({ ...place, ...sessions }));
  const owned = stack.move();
  return {
    ...place,
    credential,
    warnings: warnShortSecrets(secrets),
    env,
    program: program?.path ?? null,
    ...way,
    ...sessions,
    measured,
    deadline_ms: host.now() + scenario.limits.wall_s * 1000,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const copyTemplate = ({ prepared }: Attempt, { context, target }: { context: RunContext; target: string }) =>
  copyWorkspace(prepared.template, target, { signal: context.signal });

interface SessionNeeds {
  readonly context: RunContext;
  readonly scratch: Scratch;
  readonly program: FoundProgram | null;
  readonly gateway: Egress['gateway'];
  readonly stack: AsyncDisposableStack;
  readonly place: Place;
}

async function openSessions(
  { run_id, prepared, spec }: Attempt,
  { context, scratch, program, gateway, stack, place }: SessionNeeds,
): Promise<Pick<RunEnvironment, 'session' | 'grader'>> {
  const { limits } = prepared.task.scenario;
  const shared = { workspace: scratch.workspace, limits, place, path: context.host.environment['PATH'] ?? '' };
  const open = (options: Omit<SandboxOptions, keyof typeof shared>): Promise<SandboxSession> =>
    guard('sandbox_lost', async () => stack.use(await context.sandbox.open({ ...shared, ...options })));
  const readable = [...context.readable, ...(program?.readable ?? [])];
  return {
    session: await open({
      home: scratch.home,
      gateway,
      readable,
      keeps_changes: true,
      mounts: spec.type === 'oracle' ? mountSolution(prepared) : [],
      key: `${run_id}_agent`,
    }),
    grader: await open({
      home: scratch.grader_home,
      gateway: null,
      readable: context.readable,
      key: `${run_id}_grade`,
    }),
  };
}

const namesUsualPlace = (scenario: Scenario): boolean => JSON.stringify(scenario).includes(USUAL_PLACE.workspace);

const MENTIONS = `grep -rqF -D skip --exclude-dir=__pycache__ -e "$1" . || [ -n "$(find . -lname "$1*" -print -quit)" ]`;
const LONGEST_LOOK_MS = 120_000;

/** Whether a file or link of a folder contains a path. If that cannot be told, it may. */
async function mentions(folder: string, path: string): Promise<boolean> {
  const command = ['/bin/sh', '-c', MENTIONS, 'sh', path] as const;
  const env = { PATH: '/usr/bin:/bin' };
  const { exit_code } = await runProcess({ command: [...command], cwd: folder, env, timeout_ms: LONGEST_LOOK_MS });
  return exit_code !== 1;
}

// only the reference agent sees the solution
function mountSolution({ loaded }: PreparedTask): SandboxMount[] {
  const { oracle } = loaded.scenario;
  if (typeof oracle !== 'object') return [];
  return [{ from: resolve(loaded.base, oracle.folder), at: oracle.at, writable: false }];
}

// a user of the image owns its workspace and its home, as it does in the image
async function giveFiles({ workspace, home }: Scratch, environment: PreparedEnvironment | null): Promise<void> {
  const { user, may_chown } = await openEngine();
  if (environment === null || !may_chown || environment.image.user === user) return;
  const command = ['/bin/chown', '-R', '-h', environment.image.user, workspace, home] as const;
  const { exit_code, stderr } = await runProcess({ command: [...command], cwd: '/', env: {}, timeout_ms: 600_000 });
  if (exit_code !== 0) throw new Error(`the files cannot be given to ${environment.image.user}: ${stderr.trim()}`);
}

// agent configuration is installed before the baseline, so that it is not part of the change
async function installArtifacts(
  { agent, spec, prepared, overlay }: Attempt,
  { workspace, home }: Scratch,
): Promise<void> {
  const { base } = prepared.loaded;
  const { artifacts, skills } = prepared.task.scenario;
  for (const artifact of artifacts) await copyOnto(resolve(base, artifact), workspace);
  if (overlay !== null) await applyOverlay(workspace, overlay);
  if (agent.kind !== 'process' || agent.skills_folder === null) return;
  for (const skill of [...skills, ...spec.skills])
    await copyOnto(resolve(base, skill), join(home, agent.skills_folder, basename(skill)));
}

async function recordBaseline(
  { prepared }: Attempt,
  { scratch, session, age_days }: { scratch: Scratch; session: SandboxSession; age_days: number },
): Promise<Pick<RunEnvironment, 'store' | 'baseline' | 'hidden'>> {
  ageFiles(scratch.workspace, age_days, 'all');
  if (prepared.task.scenario.history === 'fresh') {
    await createHistory(scratch.workspace);
    await cp(join(scratch.workspace, '.git'), scratch.history, { recursive: true });
  }
  const store = await createObjectStore(scratch.store);
  const known_as = session.workspace;
  const { hidden } = prepared.task.scenario;
  return {
    store,
    baseline: await takeSnapshot(scratch.workspace, store, undefined, { known_as }),
    hidden: hidden === undefined ? null : await takeSnapshot(resolve(prepared.loaded.base, hidden.files), store),
  };
}

const secretsOf = (env: Readonly<Record<string, string>>, credential: Credential | null) =>
  new Map([...Object.entries(env), ...(credential === null ? [] : [[credential.name, credential.value] as const])]);

function passThroughEnv(names: readonly string[], environment: Host['environment']): Record<string, string> {
  const found = names.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

// the content of a folder, or one file
async function copyOnto(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const target = (await stat(from)).isDirectory() ? to : join(to, basename(from));
  await cp(from, target, { recursive: true, verbatimSymlinks: true });
}
