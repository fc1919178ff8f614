import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createOwnPath } from '../processes/own-folder.ts';
import type { SandboxSession } from '../sandbox.ts';
import { copyWorkspace } from '../workspace/copy-workspace.ts';
import { removeTree } from '../workspace/remove-tree.ts';
import type { Workplace } from './open-workplace.ts';

/** Where a command is run to grade. Disposing leaves the workspace of the run as it is. */
export interface GradingPlace extends AsyncDisposable {
  /** On the host. */
  readonly workspace: string;
  readonly session: SandboxSession;
  /** Another session in the same place, for when the first has broken. */
  reopen(): Promise<SandboxSession>;
}

type Needs = Pick<Workplace, 'attempt' | 'context' | 'scratch' | 'grader'>;

/** The workspace itself. */
export function openLive({ attempt, context, scratch, grader }: Needs): GradingPlace {
  const folders = { workspace: scratch.workspace, home: scratch.grader_home };
  return {
    workspace: scratch.workspace,
    session: grader,
    reopen: () => openSession({ attempt, context }, folders),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** A copy of the workspace and of the home of what grades, so that later commands see no trace. */
export async function openCopy({ attempt, context, scratch }: Omit<Needs, 'grader'>): Promise<GradingPlace> {
  await using stack = new AsyncDisposableStack();
  const folder = createOwnPath();
  await mkdir(folder, { mode: 0o700 });
  stack.defer(() => removeTree(folder));
  const folders = { workspace: join(folder, 'workspace'), home: join(folder, 'home') };
  await copyWorkspace(scratch.workspace, folders.workspace);
  await copyWorkspace(scratch.grader_home, folders.home);
  const session = stack.use(await openSession({ attempt, context }, folders));
  const owned = stack.move();
  return {
    workspace: folders.workspace,
    session,
    reopen: () => openSession({ attempt, context }, folders),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

let opened = 0;

const openSession = (
  { attempt, context }: Pick<Needs, 'attempt' | 'context'>,
  folders: { workspace: string; home: string },
): Promise<SandboxSession> =>
  context.sandbox.open({
    ...folders,
    limits: attempt.prepared.task.scenario.limits,
    gateway: null,
    readable: context.readable,
    path: context.host.environment['PATH'] ?? '',
    key: `${attempt.run_id}_grade_${++opened}`,
  });
