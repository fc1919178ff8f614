import { constants } from 'node:fs';
import { copyFile, cp, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createObjectStore, hashingSink, type ObjectStore, type Snapshot, takeSnapshot } from '@assay/detect';
import { AssayError, type Evidence } from '@assay/schema';
import { USUAL_PLACE } from '../../machine/sandboxes/place.ts';
import { createHistory } from '../../machine/workspace/create-history.ts';
import { restoreTree } from '../../machine/workspace/restore-tree.ts';
import { createScratch, type Scratch } from '../execute/scratch.ts';

const OID = /^[0-9a-f]{40}$/;
const PACK = /^pack-[0-9a-f]{40}\.(pack|idx)$/;

/** The restored trees of a run. Disposing removes them. */
export interface RestoredTrees extends AsyncDisposable {
  readonly store: ObjectStore;
  readonly baseline: Snapshot;
  readonly final: Snapshot;
  /** The hidden files; null if the task has none. */
  readonly hidden: Snapshot | null;
  /** The files before and after the agent. */
  readonly before: Scratch;
  readonly after: Scratch;
}

/**
 * Restores the trees stored in a run folder. The folder is untrusted: only the packs of its repository are
 * used, so no setting or reference has an effect. The restored trees must have the IDs named in the evidence.
 */
export async function restoreTrees(folder: string, evidence: Evidence): Promise<RestoredTrees> {
  const [before_tree, after_tree] = [oidOf(evidence.baseline_tree), oidOf(evidence.final_tree)];
  await using stack = new AsyncDisposableStack();
  const before = stack.use(await createScratch());
  const after = stack.use(await createScratch());
  const store = await createObjectStore(before.store);
  await copyPacks(join(folder, 'trees.git', 'objects', 'pack'), join(before.store, 'objects', 'pack'));
  const known_as = evidence.run.worked_in ?? USUAL_PLACE.workspace;
  const baseline = await restoreSnapshot(before_tree, { store, target: before.workspace, known_as });
  const final = await restoreSnapshot(after_tree, { store, target: after.workspace, known_as });
  const hidden = await restoreHidden(evidence, { store, target: join(before.home, 'hidden') });
  if (evidence.run.history === 'fresh') {
    await createHistory(before.workspace);
    await cp(join(before.workspace, '.git'), join(after.workspace, '.git'), { recursive: true });
  }
  const owned = stack.move();
  return { store, baseline, final, hidden, before, after, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** The stored objects of a run folder, which is untrusted. Disposing removes the copy. */
export async function openStoredObjects(folder: string): Promise<Pick<ObjectStore, 'read'> & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const scratch = stack.use(await createScratch());
  const store = await createObjectStore(scratch.store);
  await copyPacks(join(folder, 'trees.git', 'objects', 'pack'), join(scratch.store, 'objects', 'pack'));
  const owned = stack.move();
  return { read: (oid) => store.read(oid), [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

function oidOf(tree: string | null): string {
  if (tree === null) throw unreadable('the run has no trees: it ended before a snapshot was taken');
  if (!OID.test(tree)) throw unreadable(`expected the git ID of a tree, found ${JSON.stringify(tree)}`);
  return tree;
}

async function copyPacks(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch(() => {
    throw unreadable('the trees of the run were not saved');
  });
  for (const name of names.filter((each) => PACK.test(each))) {
    if (!(await lstat(join(from, name))).isFile()) throw unreadable(`${name} in trees.git is not a file`);
    await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
  }
}

async function restoreHidden(
  { hidden }: Evidence,
  place: { readonly store: ObjectStore; readonly target: string },
): Promise<Snapshot | null> {
  return hidden === undefined ? null : await restoreSnapshot(oidOf(hidden.tree), place);
}

interface Restoring {
  readonly store: ObjectStore;
  readonly target: string;
  /** The path of the tree inside the sandbox. */
  readonly known_as?: string;
}

async function restoreSnapshot(tree: string, { store, target, known_as }: Restoring): Promise<Snapshot> {
  await restoreTree({ store: store.folder, tree, target });
  const snapshot = await takeSnapshot(target, hashingSink, undefined, known_as === undefined ? {} : { known_as });
  if (snapshot.tree !== tree) throw unreadable(`trees.git does not contain the tree ${tree} unchanged`);
  return snapshot;
}

const unreadable = (reason: string): AssayError => new AssayError('unreadable_file', reason);
