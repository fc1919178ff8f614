import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findIgnored,
  hashingSink,
  isOnlyRunnerConfig,
  isToolCache,
  type ObjectStore,
  type Snapshot,
  takeSnapshot,
} from '@assay/detect';
import type { ChangedPath, FileState } from '@assay/schema';
import { ageFiles } from '../../machine/workspace/age-files.ts';
import { createHistory, renewHistory } from '../../machine/workspace/create-history.ts';
import { listParents } from '../../machine/workspace/list-parents.ts';
import { removeInside, removeTree } from '../../machine/workspace/remove-tree.ts';
import { restorePaths } from '../../machine/workspace/restore-paths.ts';
import { isLoadable } from './loose-programs.ts';

/** A clean checkout of a change: every file it has, by path, with its content in the store. */
export interface CleanTree {
  readonly files: ReadonlyMap<string, FileState>;
  readonly store: ObjectStore;
  readonly baseline: Snapshot;
  readonly final: Snapshot;
  /** A new history of one commit, which reuses one that was saved with these files, a copy of the given one, or none. */
  readonly history:
    | 'new'
    | { readonly saved: string; readonly files: Snapshot['files'] }
    | { readonly copy: string }
    | null;
}

interface PlanOptions {
  /** Changes that the baseline ignores. */
  readonly ignored: readonly ChangedPath[];
  /** All other changes. */
  readonly changed: readonly ChangedPath[];
  /** Whose configuration of the test runner is used. */
  readonly runner: 'baseline' | 'change';
}

/** The final tree, with every ignored file and the configuration of the test runner as they were at the baseline. */
export function planFiles(
  { baseline, final }: Pick<CleanTree, 'baseline' | 'final'>,
  { ignored, changed, runner }: PlanOptions,
): Map<string, FileState> {
  const files = new Map(final.files);
  const restored = runner === 'change' ? [] : changed.filter(({ path }) => isOnlyRunnerConfig(path));
  for (const { path, before } of [...ignored, ...restored])
    if (before === null) files.delete(path);
    else files.set(path, before);
  // no change has an empty folder
  const holding = new Set([...files].flatMap(([path, { kind }]) => (kind === 'folder' ? [] : listParents(path))));
  for (const [path, { kind }] of files)
    if (kind === 'folder' && !holding.has(path) && !baseline.files.has(path)) files.delete(path);
  return files;
}

/**
 * Makes a workspace in which nothing runs equal to a clean checkout. Only what differs is written. With a number of days,
 * no file is from today.
 */
export async function checkOut(folder: string, tree: CleanTree, age_days?: number): Promise<void> {
  await reset(folder, tree, async () => new Set());
  if (age_days !== undefined) ageFiles(folder, age_days, 'today');
  await removeTree(join(folder, '.git'));
  const { history, files } = tree;
  if (history === null) return;
  if (history === 'new') await createHistory(folder);
  else if ('saved' in history) await renewHistory(folder, { ...history, changed: findChanged(history.files, files) });
  else await cp(history.copy, join(folder, '.git'), { recursive: true, verbatimSymlinks: true });
}

/** Undoes what a command changed, except for what a later command may need: ignored files that it built, and data. */
export async function undoCommand(folder: string, tree: CleanTree): Promise<void> {
  await reset(folder, tree, async (added) => {
    const lasting = [...added].filter(([path]) => !isToolCache(path));
    const paths = lasting.map(([path]) => path);
    const ignored = await findIgnored(paths, tree);
    return new Set(lasting.flatMap(([path, state]) => (ignored.has(path) || !isLoadable(path, state) ? [path] : [])));
  });
}

async function reset(
  folder: string,
  { files, store, baseline, final }: CleanTree,
  choose: (added: ReadonlyMap<string, FileState>) => Promise<ReadonlySet<string>>,
): Promise<void> {
  const found = await takeSnapshot(folder, hashingSink, final);
  const extra = [...found.files].filter(([path]) => !files.has(path));
  const stays = await choose(new Map(extra.filter(([, { kind }]) => kind !== 'folder')));
  const holding = new Set([...stays].flatMap(listParents));
  const surplus = extra.map(([path]) => path).filter((path) => !stays.has(path) && !holding.has(path));
  for (const path of outermost(surplus)) await removeInside(folder, path);
  const differing = [...files].flatMap(([path, state]) => (isSame(found.files.get(path), state) ? [] : [path]));
  await restorePaths(outermost(differing), { folder, store, baseline: { ...baseline, files } });
}

const findChanged = (before: Snapshot['files'], after: Snapshot['files']): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => {
    const [was, is] = [before.get(path), after.get(path)];
    return is === undefined || !isSame(was, is);
  });

const isSame = (found: FileState | undefined, wanted: FileState): boolean =>
  found !== undefined &&
  found.kind === wanted.kind &&
  (wanted.kind === 'folder' || (found.oid === wanted.oid && found.mode === wanted.mode));

/** Without paths inside others: a folder is removed and restored with what is in it. */
function outermost(paths: readonly string[]): string[] {
  const all = new Set(paths);
  return paths.filter((path) => !listParents(path).some((parent) => all.has(parent)));
}
