import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { type FolderHandle, openFolder } from './folder-handle.ts';
import type { ObjectSink } from './object-store.ts';

const GIT = Buffer.from('.git');
const MAX_HOOKS = 200;
const MAX_READ_BYTES = 1024 * 1024;

// parts of a repository that make programs run or change what others see of it
const WATCHED = ['config', 'config.worktree', 'commondir', 'info/attributes', 'objects/info/alternates'];

/** Reads what a snapshot records of the repository at the top of a workspace. */
export function readGitFolder(
  folder: string,
  store: ObjectSink,
): { readonly exclude: string | null; readonly git_metadata: string | null } {
  using workspace = openFolder(folder);
  const kind = kindOf(workspace, GIT);
  if (kind === 'none') return { exclude: null, git_metadata: null };
  const digest = createHash('sha256');
  const note = (name: string, content: Buffer | null) => {
    digest.update(JSON.stringify([name, content?.toString('base64') ?? null]));
  };
  if (kind !== 'folder') {
    note('.git', readPart(workspace, ['.git']));
    return { exclude: null, git_metadata: digest.digest('hex') };
  }
  for (const path of WATCHED) note(path, readPart(workspace, ['.git', ...path.split('/')]));
  for (const [name, content] of readHooks(workspace)) note(name, content);
  const exclude = readPart(workspace, ['.git', 'info', 'exclude']);
  return {
    exclude: exclude === null ? null : store.write('blob', exclude.subarray(exclude.indexOf(0) + 1)),
    git_metadata: digest.digest('hex'),
  };
}

function readHooks(workspace: FolderHandle): [string, Buffer | null][] {
  return (
    within(workspace, ['.git', 'hooks'], (hooks) => {
      const names = hooks.list().sort(Buffer.compare);
      const read = names
        .slice(0, MAX_HOOKS)
        .map((name): [string, Buffer | null] => [`hooks/${name.toString('latin1')}`, readPart(hooks, [name])]);
      return [...read, ['count', Buffer.from(String(names.length))]];
    }) ?? []
  );
}

/** Kind, mode and size of a file, a NUL, and its first megabyte; null if it does not exist. */
function readPart(from: FolderHandle, path: readonly (string | Buffer)[]): Buffer | null {
  const name = Buffer.from(path.at(-1) ?? '');
  const read = (folder: FolderHandle): Buffer | null => {
    const kind = kindOf(folder, name);
    if (kind === 'none') return null;
    if (kind === 'link') return Buffer.concat([Buffer.from('link\0'), folder.readLink(name)]);
    if (kind !== 'file') return Buffer.from(`${kind}\0`);
    const descriptor = folder.openFile(name);
    try {
      const { mode, size } = fstatSync(descriptor);
      const content = Buffer.alloc(Math.min(size, MAX_READ_BYTES));
      const count = readSync(descriptor, content);
      return Buffer.concat([Buffer.from(`${mode.toString(8)} ${size}\0`), content.subarray(0, count)]);
    } finally {
      closeSync(descriptor);
    }
  };
  return within(from, path.slice(0, -1), read) ?? null;
}

/** Runs an action in a subfolder, if every name on the path is a real folder. */
function within<T>(
  from: FolderHandle,
  path: readonly (string | Buffer)[],
  act: (folder: FolderHandle) => T,
): T | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return act(from);
  const name = Buffer.from(first);
  if (kindOf(from, name) !== 'folder') return undefined;
  using folder = from.openFolder(name);
  return within(folder, rest, act);
}

function kindOf(folder: FolderHandle, name: Buffer): 'none' | 'file' | 'link' | 'folder' | 'special' {
  try {
    const stats = folder.stat(name);
    if (stats.isFile()) return 'file';
    if (stats.isSymbolicLink()) return 'link';
    return stats.isDirectory() ? 'folder' : 'special';
  } catch {
    // missing or unreadable: the same for git
    return 'none';
  }
}
