import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AssayError } from '@assay/schema';
import type { Baseline } from '../baseline/baseline.ts';
import { readChangeSince } from '../baseline/read-change-since.ts';
import type { Change } from '../repository/change.ts';
import { compareTrees } from '../repository/compare-trees.ts';
import { findRepository, type Repository } from '../repository/find-repository.ts';
import { withoutOwnRecords } from '../repository/own-records.ts';
import { findFork, type ResolvedRef, resolveSides } from '../repository/resolve-refs.ts';
import { openScratchRepository, type ScratchRepository } from '../repository/scratch-repository.ts';
import { readTreeFiles } from '../repository/tree-entries.ts';
import type { writeWorkTree } from '../repository/write-work-tree.ts';

export interface ReadChangeOptions {
  /** A folder in the repository. */
  readonly folder: string;
  /** The ref to compare with (default: the default branch). */
  readonly base?: string;
  /** The ref with the change (default: the work tree, committed or not). */
  readonly head?: string;
  /** Compares two folders instead of a repository. */
  readonly from?: string;
  readonly to?: string;
  /** Compares the work tree with a baseline instead of a ref. */
  readonly since?: Baseline;
  readonly signal?: AbortSignal;
}

/** Reads both sides of a change: two refs, a ref or baseline and the work tree, or two folders. */
export async function readChange(options: ReadChangeOptions): Promise<Change> {
  const { folder, base, head, from, to, since, signal } = options;
  const stopped = signal === undefined ? {} : { signal };
  if (from !== undefined || to !== undefined) {
    if (from === undefined || to === undefined || base !== undefined || head !== undefined)
      throw new AssayError('usage', 'use --from DIR together with --to DIR, and without --base and --head');
    const { compareFolders } = await import('../repository/compare-folders.ts');
    return withoutOwnRecords(await compareFolders({ from, to, ...stopped }));
  }
  if (since !== undefined) return withoutOwnRecords(await readChangeSince(since, stopped));
  const repository = findRepository(folder, { otherwise: '; use --from DIR --to DIR to compare folders' });
  const { base: tip, head: top } = await resolveSides(repository, { base, head: head ?? 'HEAD' });
  const object_format = tip.tree.length === SHA1_CHARS ? 'sha1' : 'sha256';
  const scratch = await openScratchRepository({ ...repository, object_format });
  try {
    const sides = { repository, object_format, scratch, tip, top, in_work_tree: head === undefined, ...stopped };
    return withoutOwnRecords(await compareRefs(sides));
  } catch (error) {
    await scratch[Symbol.asyncDispose]();
    throw error;
  }
}

const SHA1_CHARS = 40;

interface Sides {
  readonly repository: Repository;
  readonly object_format: string;
  readonly scratch: ScratchRepository;
  /** The newest commit of the base. */
  readonly tip: ResolvedRef;
  readonly top: ResolvedRef;
  readonly in_work_tree: boolean;
  readonly signal?: AbortSignal;
}

async function compareRefs({
  repository,
  object_format,
  scratch,
  tip,
  top,
  in_work_tree,
  signal,
}: Sides): Promise<Change> {
  const { git_dir, objects } = scratch;
  const stopped = signal === undefined ? {} : { signal };
  const shallow = existsSync(join(repository.common_dir, 'shallow'));
  const fork = await findFork({ base: tip, head: top }, { ...scratch, shallow });
  const root = in_work_tree ? repository.root : null;
  if (root !== null && object_format !== 'sha1')
    throw new AssayError('usage', `use --head REF: work trees of ${object_format} repositories are not supported`);
  const written =
    root === null
      ? { tree: top.tree, listed: undefined, ignored_changes: { count: 0, top_dirs: [] }, warnings: [] }
      : await readWorkTree(root, { scratch, base_tree: fork.tree, ...stopped });
  const listed = written.listed === undefined ? {} : { listed: written.listed };
  const sides = { before: fork.tree, after: written.tree, git_dir, objects, ...listed };
  const compared = await compareTrees({ ...sides, ...stopped });
  return {
    ...compared,
    base: describe(tip.name, fork.commit ?? fork.tree),
    head: root === null ? describe(top.name, top.commit ?? top.tree) : 'the work tree',
    baseline_tree: fork.tree,
    final_tree: written.tree,
    git_dir,
    ignored_changes: written.ignored_changes,
    warnings: [...written.warnings, ...compared.warnings],
    root: repository.root,
    readBase: (paths) => readTreeFiles(paths, { tree: tip.tree, git_dir, objects }),
    [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose](),
  };
}

// only work trees and folders need what stores objects
const readWorkTree: typeof writeWorkTree = async (root, options) => {
  const { writeWorkTree } = await import('../repository/write-work-tree.ts');
  return await writeWorkTree(root, options);
};

const describe = (name: string, oid: string): string =>
  oid.startsWith(name) ? oid.slice(0, 12) : `${name} (${oid.slice(0, 12)})`;
