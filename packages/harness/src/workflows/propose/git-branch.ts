import { findRepository, type Repository, requireGit, runGit } from '@assay/detect';
import { AssayError } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import type { FileChange } from './file-change.ts';
import { findIdentity } from './identity.ts';
import { isAssayCommit } from './made-here.ts';
import { writeCommit } from './write-commit.ts';

export interface MakeBranchOptions {
  /** A folder in the repository that gets the branch. */
  readonly folder: string;
  /** The ID of the base commit. */
  readonly base: string;
  /** Without `refs/heads/`. */
  readonly branch: string;
  readonly changes: readonly FileChange[];
  readonly message: string;
  /** Milliseconds since 1970; the same changes at the same time give the same commit. */
  readonly committed_at_ms: number;
  readonly host: Host;
}

export interface MadeBranch {
  readonly branch: string;
  readonly commit: string;
  /** The branch's previous commit; null if it did not exist. */
  readonly previous: string | null;
}

/**
 * Creates a local branch of one commit: the base with exactly these changes. Does not touch the operator's
 * checkout, index or HEAD, and runs no hook. Rejects an existing branch unless it has only such a commit.
 */
export async function makeBranch(options: MakeBranchOptions): Promise<MadeBranch> {
  const { folder, branch, host } = options;
  const { git_dir } = findRepository(folder);
  await requireName(branch, git_dir);
  await requireNotCheckedOut(branch, git_dir);
  const previous = await findBranch(branch, git_dir);
  if (previous !== null && !(await isAssayCommit(previous, git_dir)))
    throw new AssayError(
      'conflict',
      `the branch ${branch} has commits by others; rename it, or delete it: git branch -D ${branch}`,
    );
  const identity = await findIdentity(folder, host);
  const commit = await writeCommit({ ...options, identity }, git_dir);
  await moveBranch({ branch, from: previous, to: commit }, git_dir);
  return { branch, commit, previous };
}

/** Restores the previous state of a branch. */
export async function restoreBranch({ branch, commit, previous }: MadeBranch, { git_dir }: Repository): Promise<void> {
  if (previous !== commit) await moveBranch({ branch, from: commit, to: previous }, git_dir);
}

async function moveBranch(
  { branch, from, to }: { branch: string; from: string | null; to: string | null },
  git_dir: string,
): Promise<void> {
  if (from === to) return;
  const ref = `refs/heads/${branch}`;
  const zero = '0'.repeat((from ?? to ?? '').length);
  // only if it has not moved
  const command = to === null ? ['update-ref', '-d', ref, from ?? zero] : ['update-ref', ref, to, from ?? zero];
  await requireGit(`the branch ${branch} cannot be moved`, { command, git_dir });
}

async function findBranch(branch: string, git_dir: string): Promise<string | null> {
  const command = ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}^{commit}`];
  const { exit_code, stdout } = await runGit(command, { git_dir });
  return exit_code === 0 ? stdout.toString('latin1').trim() : null;
}

async function requireName(branch: string, git_dir: string): Promise<void> {
  // the name also appears in commands for people to copy
  const plain = /^[A-Za-z0-9][\w./-]*$/.test(branch);
  const { exit_code } = await runGit(['check-ref-format', `refs/heads/${branch}`], { git_dir });
  if (!plain || exit_code !== 0)
    throw new AssayError(
      'usage',
      `expected a branch name of letters, digits, _ . / and -, found ${JSON.stringify(branch)}`,
    );
}

async function requireNotCheckedOut(branch: string, git_dir: string): Promise<void> {
  const command = ['worktree', 'list', '--porcelain', '-z'];
  const listed = await requireGit('the work trees cannot be listed', { command, git_dir });
  if (listed.toString().split('\0').includes(`branch refs/heads/${branch}`))
    throw new AssayError('conflict', `the branch ${branch} is checked out; switch to another`);
}
