import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createOwnPath } from '../../machine/processes/own-folder.ts';
import { removeTree } from '../../machine/workspace/remove-tree.ts';

/** The temporary folders of a run. Removed on dispose and at the end of the harness. */
export interface Scratch extends AsyncDisposable {
  readonly workspace: string;
  readonly home: string;
  /** The home for grading: never the agent's. */
  readonly grader_home: string;
  /** The snapshots, out of reach from inside the sandbox. */
  readonly store: string;
  /** The new history as it was created, out of reach too. */
  readonly history: string;
  readonly socket: string;
}

export async function createScratch(): Promise<Scratch> {
  const folder = createOwnPath();
  await mkdir(folder, { mode: 0o700 });
  const scratch = {
    workspace: join(folder, 'workspace'),
    home: join(folder, 'home'),
    grader_home: join(folder, 'grader-home'),
    store: join(folder, 'store'),
    history: join(folder, 'history'),
    socket: join(folder, 'socket'),
  };
  await Promise.all(Object.values(scratch).map((path) => mkdir(path, { mode: 0o700 })));
  return { ...scratch, [Symbol.asyncDispose]: () => removeTree(folder) };
}
