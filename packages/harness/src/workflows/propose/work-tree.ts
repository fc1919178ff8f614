import { findRepository } from '@assay/detect';
import { AssayError } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { runOperatorGit } from './operator-git.ts';

/** Whether the work tree has no changes, including untracked files; ignored files do not count. */
export async function isWorkTreeClean(folder: string, host: Host): Promise<boolean> {
  const { root } = findRepository(folder);
  if (root === null) return true;
  const command = ['status', '--porcelain', '-z', '--untracked-files=normal', '--ignore-submodules=none'];
  const { exit_code, stdout, last_words } = await runOperatorGit(command, { cwd: root, host });
  if (exit_code !== 0) throw new AssayError('unreadable_file', `the work tree cannot be checked: git: ${last_words}`);
  return stdout === '';
}
