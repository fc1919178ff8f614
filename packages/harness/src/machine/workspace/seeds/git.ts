import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createBareRepository, formatLastErrors, type GitOptions, requireGit, runGit } from '@assay/detect';
import { AssayError, type WorkspaceSeed } from '@assay/schema';
import { restoreTree } from '../restore-tree.ts';
import type { SeedOptions } from '../seed-options.ts';

type GitSeed = Extract<WorkspaceSeed, { git: string }>;

/** Fills a workspace from a repository at a ref. Skips submodules and fetches nothing of them. */
export async function seedFromGit(seed: GitSeed, options: SeedOptions): Promise<void> {
  const url = locate(seed.git, options.base);
  refuseRef(seed.ref);
  const env = options.env === undefined ? {} : { env: options.env };
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  const source: Source = { url, ref: seed.ref, options: { ...env, ...signal } };
  if (options.history === 'keep') await cloneWhole(source, options.target);
  else await fetchFiles(source, options.target);
}

interface Source {
  readonly url: string;
  readonly ref: string;
  readonly options: Pick<GitOptions, 'env' | 'signal'>;
}

/** The files only, as in the repository. Git does not write them, so no filter or hook applies. */
async function fetchFiles({ url, ref, options }: Source, target: string): Promise<void> {
  const git_dir = await mkdtemp(join(tmpdir(), 'assay-fetch-'));
  try {
    createBareRepository(git_dir);
    const fetch = ['fetch', '--quiet', '--no-recurse-submodules'];
    const shallow = await runGit([...fetch, '--depth=1', '--no-tags', '--', url, ref], { ...options, git_dir });
    let commit = 'FETCH_HEAD';
    if (shallow.exit_code !== 0) {
      // a short ID, an expression, or a server that offers only branches
      const command = [...fetch, '--update-head-ok', '--', url, '+refs/*:refs/*', '+HEAD:refs/assay/head'];
      await requireGit(`${formatLastErrors(url)} cannot be fetched`, { ...options, git_dir, command });
      commit = ref === 'HEAD' ? 'refs/assay/head' : ref;
    }
    const command = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{tree}`];
    const tree = await requireGit(`${formatLastErrors(url)} has no ${ref}`, { ...options, git_dir, command });
    await restoreTree({ store: git_dir, tree: tree.toString('latin1').trim(), target });
  } finally {
    await rm(git_dir, { recursive: true, force: true });
  }
}

async function cloneWhole({ url, ref, options }: Source, target: string): Promise<void> {
  const place = { ...options, git_dir: `${target}/.git`, work_tree: target };
  await requireGit(`${formatLastErrors(url)} cannot be cloned`, {
    ...options,
    command: [
      ...['clone', '--quiet', '--no-checkout', '--no-hardlinks', '--no-recurse-submodules', '--template='],
      ...['--', url, target],
    ],
  });
  const checkout = ['checkout', '--quiet', '--no-recurse-submodules', ref, '--'];
  if ((await runGit(checkout, place)).exit_code === 0) return;
  // a commit that is on no branch
  await runGit(['fetch', '--quiet', '--no-recurse-submodules', '--', 'origin', ref], place);
  await requireGit(`${formatLastErrors(url)} has no ${ref}`, { ...place, command: checkout });
}

/** Returns an address unchanged, and resolves a path against the base. */
function locate(url: string, base: string): string {
  if (url.startsWith('-') || /^[a-z0-9+.-]+::/i.test(url)) {
    throw new AssayError('unreadable_file', `expected the address or path of a git repository, found ${url}`);
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) || /^[^/]+:/.test(url)) return url;
  const path = resolve(base, url);
  if (!existsSync(path))
    throw new AssayError('unreadable_file', `${path} cannot be read: the repository does not exist`);
  return path;
}

function refuseRef(ref: string): void {
  if (/^[-+]|[\p{Cc}\s:?*[\\]/u.test(ref)) {
    throw new AssayError('unreadable_file', `expected a branch, tag or commit, found ${JSON.stringify(ref)}`);
  }
}
