import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Place, SandboxOptions, SandboxSession } from '../../contracts/sandbox.ts';
import { createOwnPath } from '../../machine/processes/own-folder.ts';
import { SETTINGS } from '../../machine/sandboxes/place.ts';
import { copyWorkspace } from '../../machine/workspace/copy-workspace.ts';
import { removeTree } from '../../machine/workspace/remove-tree.ts';
import type { Places } from '../execute/run-environment.ts';
import type { Scratch } from '../execute/scratch.ts';
import type { PreparedTask } from '../plan/prepare-task.ts';
import type { Attempt, RunContext } from '../plan/run-request.ts';

/** Where a grading command runs. Disposing keeps the workspace of the run. */
export interface GradingEnvironment extends AsyncDisposable {
  /** Host paths. */
  readonly workspace: string;
  readonly home: string;
  readonly session: SandboxSession;
  /** Opens another session in the same place if the first one broke. */
  reopen(): Promise<SandboxSession>;
}

/** What is needed to run a grading command. */
export interface GradingNeeds {
  readonly attempt: Pick<Attempt, 'run_id'> & { readonly prepared: Pick<PreparedTask, 'task'> };
  readonly context: Pick<RunContext, 'host' | 'sandbox' | 'readable' | 'signal'>;
  readonly scratch: Pick<Scratch, 'workspace' | 'grader_home'>;
  readonly grader: SandboxSession;
  /** Default: the usual place. */
  readonly places?: Places;
}

type Opening = Pick<GradingNeeds, 'attempt' | 'context' | 'places'>;

/** The workspace itself. */
export function openLive({ scratch, grader, ...opening }: GradingNeeds): GradingEnvironment {
  const folders = { workspace: scratch.workspace, home: scratch.grader_home };
  return {
    ...folders,
    session: grader,
    reopen: () => openSession(opening, folders),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** A copy of the workspace and of the grading home, so that later commands see no changes. */
export async function openCopy({ scratch, ...opening }: Omit<GradingNeeds, 'grader'>): Promise<GradingEnvironment> {
  await using stack = new AsyncDisposableStack();
  const folder = createOwnPath();
  await mkdir(folder, { mode: 0o700 });
  stack.defer(() => removeTree(folder));
  const folders = { workspace: join(folder, 'workspace'), home: join(folder, 'home') };
  await copyWorkspace(scratch.workspace, folders.workspace);
  await copyWorkspace(scratch.grader_home, folders.home);
  const session = stack.use(await openSession(opening, folders));
  const owned = stack.move();
  return {
    ...folders,
    session,
    reopen: () => openSession(opening, folders),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The workspace itself, with an empty home. */
export async function openClean(
  { scratch: { workspace }, ...opening }: Opening & Pick<GradingNeeds, 'scratch'>,
  where: keyof Places,
): Promise<GradingEnvironment> {
  await using stack = new AsyncDisposableStack();
  const folders = { workspace, home: createOwnPath() };
  await mkdir(folders.home, { mode: 0o700 });
  stack.defer(() => removeTree(folders.home));
  const place = opening.places?.[where];
  if (place?.lived_in === true && opening.context.sandbox.isolated) {
    for (const [name, text] of Object.entries(SETTINGS)) await writeFile(join(folders.home, name), text);
    stack.use(await moveRepository(folders, place));
  }
  const open = () => openSession(opening, folders, { place });
  const session = stack.use(await open());
  const owned = stack.move();
  return {
    ...folders,
    session,
    reopen: open,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Moves the repository of a workspace into the home, as linked worktrees have theirs elsewhere, until it is disposed of. */
async function moveRepository(folders: { workspace: string; home: string }, place: Place): Promise<AsyncDisposable> {
  const name = `${basename(place.workspace)}.git`;
  const [link, moved] = [join(folders.workspace, '.git'), join(folders.home, name)];
  const isMoved = await rename(link, moved).then(
    () => true,
    () => false,
  );
  if (isMoved) await writeFile(link, `gitdir: ${join(place.home, name)}\n`);
  return {
    [Symbol.asyncDispose]: async () => {
      if (!isMoved) return;
      await removeTree(link);
      // a command may have removed it
      await rename(moved, link).catch(() => undefined);
    },
  };
}

/** Empty folders, in which nothing of the agent is. */
export async function openEmpty(opening: Opening): Promise<AsyncDisposable & { session: SandboxSession }> {
  await using stack = new AsyncDisposableStack();
  const folder = createOwnPath();
  stack.defer(() => removeTree(folder));
  const folders = { workspace: join(folder, 'workspace'), home: join(folder, 'home') };
  for (const path of [folder, folders.workspace, folders.home]) await mkdir(path, { mode: 0o700 });
  const session = stack.use(await openSession(opening, folders));
  const owned = stack.move();
  return { session, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

let opened = 0;

/** A session for grading commands: no network, and nothing of the agent's home. */
export const openSession = (
  { attempt, context, places }: Opening,
  folders: { workspace: string; home: string },
  { place = places?.here, ...more }: Pick<SandboxOptions, 'mounts' | 'user'> & { place?: Place | undefined } = {},
): Promise<SandboxSession> =>
  context.sandbox.open({
    ...folders,
    ...more,
    ...(place === undefined ? {} : { place }),
    limits: attempt.prepared.task.scenario.limits,
    gateway: null,
    readable: context.readable,
    path: context.host.environment['PATH'] ?? '',
    key: `${attempt.run_id}_grade_${++opened}`,
  });
