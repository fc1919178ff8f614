import type { Change } from '../repository/change.ts';
import { compareTrees } from '../repository/compare-trees.ts';
import { findRepository } from '../repository/find-repository.ts';
import { openScratchRepository } from '../repository/scratch-repository.ts';
import { readTreeFiles } from '../repository/tree-entries.ts';
import { writeWorkTree } from '../repository/write-work-tree.ts';
import type { Baseline } from './baseline.ts';

/** The change of a work tree since a baseline, committed or not. */
export async function readChangeSince(
  { root, tree, objects, stamps }: Baseline,
  stopped: { readonly signal?: AbortSignal } = {},
): Promise<Change> {
  const also = objects === null ? [] : [objects];
  const scratch = await openScratchRepository({ ...findRepository(root), object_format: 'sha1', also });
  try {
    const { git_dir, objects: reader } = scratch;
    const written = await writeWorkTree(root, { scratch, base_tree: tree, count_ignored: false, stamps, ...stopped });
    const compared = await compareTrees({
      before: tree,
      after: written.tree,
      listed: written.listed,
      git_dir,
      objects: reader,
      ...stopped,
    });
    return {
      ...compared,
      base: `the start of the session (${tree.slice(0, 12)})`,
      head: 'the work tree',
      baseline_tree: tree,
      final_tree: written.tree,
      git_dir,
      ignored_changes: written.ignored_changes,
      warnings: [...written.warnings, ...compared.warnings],
      root,
      readBase: (paths) => readTreeFiles(paths, { tree, git_dir, objects: reader }),
      [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose](),
    };
  } catch (error) {
    await scratch[Symbol.asyncDispose]();
    throw error;
  }
}
