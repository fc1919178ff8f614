import { findRepository, openScratchRepository, readObjectFormat, requireGit } from '@assay/detect';
import type { MakeBranchOptions } from './git-branch.ts';
import { findIdentity } from './identity.ts';
import { writeCommit } from './write-commit.ts';

export interface PlannedChange {
  /** The ID of the future commit. */
  readonly commit: string;
  /** The diff stat of git. */
  readonly diff_stat: string;
}

/** Plans the content of a branch in a scratch repository; the operator's stays unchanged. */
export async function planChange(options: Omit<MakeBranchOptions, 'branch'>): Promise<PlannedChange> {
  const repository = findRepository(options.folder);
  const object_format = await readObjectFormat(repository);
  await using scratch = await openScratchRepository({ ...repository, object_format });
  const { git_dir } = scratch;
  const identity = await findIdentity(options.folder, options.host);
  const commit = await writeCommit({ ...options, identity }, git_dir);
  const command = ['diff-tree', '--stat=120', '--summary', '--no-renames', '--no-ext-diff', options.base, commit];
  const stat = await requireGit('the change cannot be described', { command, git_dir });
  return { commit, diff_stat: stat.toString() };
}
