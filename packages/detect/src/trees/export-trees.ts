import { createBareRepository } from './bare-repository.ts';
import { requireGit } from './git.ts';

/** Writes a bare repository with exactly the objects of these trees, as one pack. */
export async function exportTrees(
  trees: readonly string[],
  { store, target }: { readonly store: string; readonly target: string },
): Promise<void> {
  createBareRepository(target);
  // no delta search: it takes longer than everything else and saves a tenth of the size
  await requireGit(`the trees of a run cannot be packed into ${target}`, {
    command: ['pack-objects', '--quiet', '--revs', '--threads=1', '--window=0', `${target}/objects/pack/pack`],
    // git renames the finished pack, so it must write on the file system of the target
    git_dir: target,
    borrowed_objects: `${store}/objects`,
    input: `${[...new Set(trees)].join('\n')}\n`,
  });
}
