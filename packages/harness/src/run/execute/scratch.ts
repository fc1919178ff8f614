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
  readonly socket: string;
}

export async function createScratch(): Promise<Scratch> {
  const folder = createOwnPath();
  await mkdir(folder, { mode: 0o700 });
  const folders = ['workspace', 'home', 'grader-home', 'store', 'socket'].map((name) => join(folder, name));
  await Promise.all(folders.map((path) => mkdir(path, { mode: 0o700 })));
  const [workspace, home, grader_home, store, socket] = folders as [string, string, string, string, string];
  return { workspace, home, grader_home, store, socket, [Symbol.asyncDispose]: () => removeTree(folder) };
}
