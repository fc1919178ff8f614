import { createBareRepository } from './bare-repository.ts';
import { requireGit } from './git.ts';

/** Writes a bare repository that holds what these trees need and nothing else, as one pack. */
export async function exportTrees(
  trees: readonly string[],
  { store, target }: { readonly store: string; readonly target: string },
): Promise<void> {
  createBareRepository(target);
  // no search for likenesses: it takes longer than everything else, for a tenth of the size
  await requireGit(`the trees of a run cannot be packed into ${target}`, {
    command: ['pack-objects', '--quiet', '--revs', '--threads=1', '--window=0', `${target}/objects/pack/pack`],
    // git renames what it has packed, so it has to write beside the target: the store may be on another file system
    git_dir: target,
    borrowed_objects: `${store}/objects`,
    input: `${[...new Set(trees)].join('\n')}\n`,
  });
}
