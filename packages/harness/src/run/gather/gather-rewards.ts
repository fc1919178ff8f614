import { chmod, cp, lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Evidence, RewardEvidence, ScorerConfig } from '@assay/schema';
import { chooseReward, readReport, readRewards } from '@assay/scoring';
import type { SandboxMount } from '../../contracts/sandbox.ts';
import { exportFromImage } from '../../machine/containers/export-folder.ts';
import { createOwnPath } from '../../machine/processes/own-folder.ts';
import { isWithin } from '../../machine/processes/toolchains.ts';
import { copyWorkspace } from '../../machine/workspace/copy-workspace.ts';
import { readWorkspaceFile } from '../../machine/workspace/read-workspace-file.ts';
import { removeTree } from '../../machine/workspace/remove-tree.ts';
import { seedWorkspace } from '../../machine/workspace/seed-workspace.ts';
import { runGraded } from '../execute/run-command.ts';
import type { RunEnvironment } from '../execute/run-environment.ts';
import { openTaskContainers } from '../execute/task-containers.ts';
import { openSession } from './grading-environment.ts';

type Verifier = ScorerConfig<'reward'>;
type Needs = Pick<RunEnvironment, 'attempt' | 'context' | 'scratch' | 'redactor'>;

const LARGEST_REWARD_BYTES = 1024 * 1024;
const LARGEST_REPORT_BYTES = 8 * 1024 * 1024;

/** The verifiers that run after a turn, from 1; null for those that run after the last. */
export const listVerifiers = ({ attempt }: Pick<Needs, 'attempt'>, turn: number | null): Verifier[] =>
  attempt.prepared.task.scenario.scorers.filter(
    (spec): spec is Verifier => spec.type === 'reward' && ((spec as Verifier).turn ?? null) === turn,
  );

/** Runs verifiers, each on a copy of the workspace. They see their own files, and no process of the agent runs. */
export async function gatherRewards(
  verifiers: readonly Verifier[],
  environment: Needs,
): Promise<NonNullable<Evidence['rewards']>> {
  const gathered: [string, RewardEvidence][] = [];
  for (const verifier of verifiers) gathered.push([verifier.name, await verify(verifier, environment)]);
  return Object.fromEntries(gathered);
}

/** Whether a verifier asks for the end of the run. */
export function endsRun({ stop_below, metric }: Verifier, evidence: RewardEvidence | undefined): boolean {
  if (stop_below === undefined || evidence === undefined) return false;
  try {
    return chooseReward(readRewards(evidence), metric) < stop_below;
  } catch {
    // without a reward the next step has nothing to build on
    return true;
  }
}

async function verify(verifier: Verifier, environment: Needs): Promise<RewardEvidence> {
  const { attempt, context, redactor } = environment;
  await using stack = new AsyncDisposableStack();
  const folder = createOwnPath();
  stack.defer(() => removeTree(folder));
  const make = async (name: string): Promise<string> => {
    const path = join(folder, name);
    await mkdir(path, { recursive: true });
    // the verifier may be another user
    await chmod(path, 0o777);
    return path;
  };
  const logs = await make('logs');
  const { prepared } = attempt;
  const own = verifier.environment === undefined ? null : prepared.verifiers.get(verifier.name);
  const containers = own == null ? null : stack.use(openTaskContainers(own));
  const workspace = await make('workspace');
  const mounts: SandboxMount[] = [{ from: logs, at: verifier.logs, writable: true }];
  if (verifier.files !== undefined) {
    const files = join(folder, 'files');
    await cp(resolve(prepared.loaded.base, verifier.files), files, { recursive: true, verbatimSymlinks: true });
    mounts.push({ from: files, at: verifier.at, writable: true });
  }
  if (own == null) await copyWorkspace(environment.scratch.workspace, workspace);
  else mounts.push(...(await copyArtifacts(verifier, { environment, workspace, make })));
  const session = stack.use(
    await openSession(
      { attempt, context: containers === null ? context : { ...context, sandbox: containers.sandbox } },
      { workspace, home: await make('home') },
      { mounts, ...(verifier.user === undefined ? {} : { user: verifier.user }) },
    ),
  );
  const home = (own ?? prepared.environment)?.image.home;
  const { evidence } = await runGraded({
    session,
    command: verifier.command,
    env: { ...(home === undefined ? {} : { HOME: home }), ...verifier.env },
    timeout_ms: verifier.timeout_s * 1000,
    redactor,
    signal: context.signal,
  });
  const read = (name: string, max: number): string | null => {
    const content = readWorkspaceFile(logs, name, max);
    return content === null ? null : redactor.bytes(content).toString('utf8');
  };
  const ctrf = read('ctrf.json', LARGEST_REPORT_BYTES);
  return {
    command: { ...evidence, report: ctrf === null ? null : readReport(ctrf, { format: 'ctrf' }) },
    json: read('reward.json', LARGEST_REWARD_BYTES),
    txt: read('reward.txt', LARGEST_REWARD_BYTES),
  };
}

interface Copying {
  readonly environment: Needs;
  readonly workspace: string;
  readonly make: (name: string) => Promise<string>;
}

// a separate verifier sees nothing of the agent but these
async function copyArtifacts(
  { artifacts }: Verifier,
  { environment, workspace, make }: Copying,
): Promise<SandboxMount[]> {
  const { attempt, context, scratch } = environment;
  const inside = attempt.prepared.environment?.workspace ?? '/workspace';
  const mounts: SandboxMount[] = [];
  for (const [index, path] of artifacts.entries()) {
    if (isWithin(path, inside)) {
      const from = join(scratch.workspace, relative(inside, path));
      // the agent may have linked a folder above it to one of this machine
      if (!(await hasParentWithin(scratch.workspace, from))) continue;
      const target = join(workspace, relative(inside, path));
      await mkdir(dirname(target), { recursive: true });
      // an artifact that the agent did not make is for the verifier to miss
      await cp(from, target, { recursive: true, verbatimSymlinks: true }).catch(() => undefined);
    } else {
      const from = await exportArtifact(path, { context, folder: await make(`artifact-${index}`) });
      if (from !== null) mounts.push({ from, at: path, writable: true });
    }
  }
  return mounts;
}

async function exportArtifact(
  path: string,
  { context, folder }: { context: Needs['context']; folder: string },
): Promise<string | null> {
  const { containers, signal } = context;
  if (containers === undefined) return null;
  const target = join(folder, 'archive.tar');
  if (!(await exportFromImage({ image: containers.current(), path, target, signal }))) return null;
  const content = join(folder, 'content');
  await seedWorkspace({ seed: { archive: target }, history: 'keep', base: '/', target: content, signal });
  const found = join(content, path.split('/').filter(Boolean).at(-1) ?? '');
  // the engine would follow a link on this machine
  return (await lstat(found)).isSymbolicLink() ? null : found;
}

const hasParentWithin = async (root: string, path: string): Promise<boolean> =>
  isWithin(await realpath(dirname(path)).catch(() => '/'), await realpath(root));
