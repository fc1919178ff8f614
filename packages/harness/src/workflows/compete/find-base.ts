import { realpathSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRepository, type Repository, readObjectFormat, resolveRef, runGit } from '@assay/detect';
import { AssayError, type WorkspaceSeed } from '@assay/schema';

/** The commit and folder that a seed comes from. */
export interface SeedBase {
  readonly repository: Repository;
  readonly commit: string;
  /** The seeded folder of the repository, without slashes around it; empty for all of it. */
  readonly folder: string;
  /** The source branch; null for a tag or a commit. */
  readonly branch: string | null;
}

/** Finds the commit on which changes to a seed can be based. Throws if there is none on this machine. */
export async function findBase(seed: WorkspaceSeed, base: string): Promise<SeedBase> {
  if (typeof seed === 'string' || 'archive' in seed) throw none('the workspace is not seeded from a repository');
  if ('copy' in seed) return await findCopied(realpathSync(resolve(base, seed.copy)));
  const path = locate(seed.git, base);
  if (path === null) throw none(`the workspace is seeded from ${hideLogin(seed.git)}, which is not on this machine`);
  const repository = openRepository(path);
  const commit = await findCommit(repository, seed.ref);
  return { repository, commit, folder: '', branch: await findBranch(repository, `refs/heads/${seed.ref}`) };
}

/** The folder of its repository. */
export const repositoryFolder = ({ repository }: SeedBase): string => repository.root ?? repository.git_dir;

async function findCopied(source: string): Promise<SeedBase> {
  const repository = openRepository(source);
  const { root } = repository;
  if (root === null) throw none(`the seed ${source} is not in a work tree`);
  const commit = await findCommit(repository, 'HEAD');
  return { repository, commit, folder: relative(root, source), branch: await findBranch(repository, 'HEAD') };
}

function openRepository(path: string): Repository {
  try {
    return findRepository(path);
  } catch {
    // the original message is about options of another command
    throw none(`the seed ${path} is not in a git repository`);
  }
}

async function findCommit(repository: Repository, name: string): Promise<string> {
  if ((await readObjectFormat(repository)) !== 'sha1') throw none(`${repository.git_dir} does not use SHA-1 objects`);
  const found = await resolveRef(repository, { option: 'the seed', name }).catch(() => null);
  if (found?.commit == null) throw none(`${repository.git_dir} has no commit ${name}`);
  return found.commit;
}

/** The branch of a ref, or of HEAD. */
async function findBranch({ git_dir }: Repository, ref: string): Promise<string | null> {
  const command = ref === 'HEAD' ? ['symbolic-ref', '--quiet', ref] : ['show-ref', '--verify', '--', ref];
  const { exit_code, stdout } = await runGit(command, { git_dir });
  const [, branch] = /refs\/heads\/(.+)\n$/.exec(stdout.toString()) ?? [];
  return exit_code === 0 ? (branch ?? null) : null;
}

/** The local folder of a repository address; null if it is remote. */
function locate(address: string, base: string): string | null {
  const path = address.startsWith('file://') ? fileURLToPath(address) : resolve(base, address);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : null;
}

const hideLogin = (address: string): string => address.replace(/\/\/[^/@\s]+@/, '//');

const none = (reason: string): AssayError => new AssayError('not_found', `no branches: ${reason}`);
