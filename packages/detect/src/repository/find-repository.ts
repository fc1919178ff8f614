import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AssayError } from '@assay/schema';

/** A repository on disk, found without git, which rejects one with another owner, as in CI. */
export interface Repository {
  readonly git_dir: string;
  /** The folder that all its work trees share. */
  readonly common_dir: string;
  /** The work tree; null for a bare repository. */
  readonly root: string | null;
}

/** Finds the repository that contains a folder. */
export function findRepository(folder: string, { otherwise = '' }: { otherwise?: string } = {}): Repository {
  let at = existsSync(folder) ? realpathSync(folder) : folder;
  for (;;) {
    const git_dir = findGitFolder(join(at, '.git'));
    if (git_dir !== undefined) return { git_dir, common_dir: commonFolder(git_dir), root: at };
    if (isGitFolder(at)) return { git_dir: at, common_dir: commonFolder(at), root: null };
    const parent = dirname(at);
    if (parent === at) break;
    at = parent;
  }
  throw new AssayError('usage', `${folder} is not in a git repository${otherwise}`);
}

function findGitFolder(path: string): string | undefined {
  const kind = kindAt(path);
  if (kind === 'folder') return isGitFolder(path) ? path : undefined;
  if (kind !== 'file') return undefined;
  // a submodule or an added work tree
  const [, target] = /^gitdir: (.+?)\r?\n?$/.exec(readFileSync(path, 'utf8')) ?? [];
  const found = target === undefined ? undefined : resolve(dirname(path), target);
  return found !== undefined && existsSync(join(found, 'HEAD')) ? found : undefined;
}

const isGitFolder = (path: string): boolean =>
  kindAt(join(path, 'HEAD')) === 'file' && kindAt(join(commonFolder(path), 'objects')) === 'folder';

function commonFolder(git_dir: string): string {
  const file = join(git_dir, 'commondir');
  return kindAt(file) === 'file' ? resolve(git_dir, readFileSync(file, 'utf8').trim()) : git_dir;
}

function kindAt(path: string): 'file' | 'folder' | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  return stats.isDirectory() ? 'folder' : 'file';
}
