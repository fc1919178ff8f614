import { join } from 'node:path';
import { AssayError } from '@assay/schema';
import { findRepository, type Repository } from '../repository/find-repository.ts';
import { findRef, readObjectFormat } from '../repository/resolve-refs.ts';
import { createBorrowingRepository } from '../repository/scratch-repository.ts';
import { type WorkTreeStamp, writeWorkTree } from '../repository/write-work-tree.ts';
import { trustsStamps } from '../trees/stamp.ts';
import type { Baseline } from './baseline.ts';

// every git knows it
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Writes the work tree that contains a folder as a git tree, with objects in `store`, outside the repository. */
export async function takeBaseline(folder: string, { store }: { readonly store: string }): Promise<Baseline> {
  const { repository, root } = await findWorkTree(folder);
  const scratch = createBorrowingRepository(store, { ...repository, object_format: 'sha1' });
  await using _ = scratch.objects;
  const stamps = new Map<string, WorkTreeStamp>();
  const trusted = trustsStamps(root);
  const { tree } = await writeWorkTree(root, {
    scratch,
    base_tree: await findHeadTree(repository),
    count_ignored: false,
    onStamp: (raw, stamp) => {
      if (trusted) stamps.set(raw, stamp);
    },
  });
  return { root, tree, objects: join(scratch.git_dir, 'objects'), stamps };
}

/** The newest commit as a baseline, for a session whose start was not seen. */
export async function readHeadBaseline(folder: string): Promise<Baseline> {
  const { repository, root } = await findWorkTree(folder);
  return { root, tree: await findHeadTree(repository), objects: null, stamps: new Map() };
}

async function findWorkTree(folder: string): Promise<{ repository: Repository; root: string }> {
  const repository = findRepository(folder);
  if (repository.root === null) throw new AssayError('usage', `${folder} is a repository without a work tree`);
  const format = await readObjectFormat(repository);
  if (format !== 'sha1') throw new AssayError('usage', `work trees of ${format} repositories are not supported`);
  return { repository, root: repository.root };
}

const findHeadTree = async ({ git_dir }: Repository): Promise<string> =>
  (await findRef(git_dir, 'HEAD'))?.tree ?? EMPTY_TREE;
