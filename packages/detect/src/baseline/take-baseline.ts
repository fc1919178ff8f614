import { join } from 'node:path';
import { AssayError } from '@assay/schema';
import { findRepository, type Repository } from '../repository/find-repository.ts';
import { findRef, readObjectFormat } from '../repository/resolve-refs.ts';
import { createBorrowingRepository } from '../repository/scratch-repository.ts';
import { type WorkTreeStamp, writeWorkTree } from '../repository/write-work-tree.ts';
import { runGit } from '../trees/git.ts';
import { trustsStamps } from '../trees/stamp.ts';
import { type Baseline, EMPTY_TREE } from './baseline.ts';
import { type GivenOptions, readGivenHistory } from './given-history.ts';
import { listMoves } from './head-logs.ts';

/** Writes the work tree that contains a folder as a git tree, with objects in `store`, outside the repository. */
export async function takeBaseline(folder: string, { store }: { readonly store: string }): Promise<Baseline> {
  const { repository, start } = await openWorkTree(folder);
  const { root } = start;
  const scratch = createBorrowingRepository(store, { ...repository, object_format: 'sha1' });
  await using _ = scratch.objects;
  const stamps = new Map<string, WorkTreeStamp>();
  const trusted = trustsStamps(root);
  const { tree } = await writeWorkTree(root, {
    scratch,
    base_tree: start.tree,
    count_ignored: false,
    onStamp: (raw, stamp) => {
      if (trusted) stamps.set(raw, stamp);
    },
  });
  return { ...start, tree, objects: join(scratch.git_dir, 'objects'), stamps };
}

/** The newest commit as a baseline, for a session whose start was not seen. */
export async function readHeadBaseline(folder: string): Promise<Baseline> {
  return (await openWorkTree(folder)).start;
}

/**
 * A baseline for another work tree of a repository, such as one that the session added: the newest commit there that the
 * session did not make since the baseline that is known.
 */
export async function readWorktreeBaseline(
  folder: string,
  { given, taken_ms }: Baseline,
  options: GivenOptions,
): Promise<Baseline> {
  const { start } = await openWorkTree(folder);
  const since = { ...start, given, taken_ms };
  await using history = await readGivenHistory(since, options);
  const { base } = history;
  return { ...since, commit: base?.commit ?? null, tree: base?.tree ?? EMPTY_TREE };
}

/** The root of the work tree that contains a folder. */
export const findWorkTreeRoot = (folder: string): string => findWorkTree(folder).root;

function findWorkTree(folder: string): { repository: Repository; root: string } {
  const repository = findRepository(folder);
  if (repository.root === null) throw new AssayError('usage', `${folder} is a repository without a work tree`);
  return { repository, root: repository.root };
}

async function openWorkTree(folder: string): Promise<{ repository: Repository; start: Baseline }> {
  const { repository, root } = findWorkTree(folder);
  const format = await readObjectFormat(repository);
  if (format !== 'sha1') throw new AssayError('usage', `work trees of ${format} repositories are not supported`);
  const { git_dir, common_dir } = repository;
  const head = await findRef(git_dir, 'HEAD');
  const { stdout } = await runGit(['for-each-ref', '--format=%(objectname)'], { git_dir });
  const refs = stdout.toString('latin1').split('\n').filter(Boolean);
  const commit = head?.commit ?? null;
  // where HEAD was before is known too, such as before a reset
  const visited = listMoves(git_dir).map(({ oid }) => oid);
  return {
    repository,
    start: {
      root,
      common_dir,
      tree: head?.tree ?? EMPTY_TREE,
      commit,
      given: [...new Set([...(commit === null ? [] : [commit]), ...refs, ...visited])],
      taken_ms: Date.now(),
      objects: null,
      stamps: new Map(),
    },
  };
}
