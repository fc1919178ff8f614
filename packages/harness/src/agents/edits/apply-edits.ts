import { lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AssayError } from '@assay/schema';

/** The wanted state of one workspace file. */
export interface Edit {
  /** Relative to the workspace, with `/` between folders. */
  readonly path: string;
  /** Null deletes the file. */
  readonly content: string | Uint8Array | null;
  /** Default: unchanged. A new file is not executable. */
  readonly executable?: boolean;
}

/**
 * Applies edits inside the workspace only: never through a link, to the target of a hard link, or in `.git`.
 * Checks all paths before the first write. No other process may run in the workspace meanwhile: it could
 * replace a folder by a link between check and write.
 */
export async function applyEdits(workspace: string, edits: readonly Edit[]): Promise<void> {
  for (const { path } of edits) await requireSafePath(workspace, path);
  for (const edit of edits) await applyEdit(workspace, edit);
}

/**
 * Rejects a path that leaves the workspace, enters `.git`, or passes through anything but folders to a
 * regular file.
 */
export async function requireSafePath(workspace: string, path: string): Promise<void> {
  refuseOutside(path);
  await refuseLinks(workspace, path);
}

async function applyEdit(workspace: string, { path, content, executable }: Edit): Promise<void> {
  const target = join(workspace, path);
  const mode = (await findFile(target))?.mode;
  // replaced, not written in place: a hard link outside would change too
  await rm(target, { force: true });
  if (content === null) return;
  await mkdir(dirname(target), { recursive: true });
  const permissions = executable === undefined ? (mode ?? 0o644) & 0o777 : executable ? 0o755 : 0o644;
  await writeFile(target, content, { flag: 'wx', mode: permissions });
}

function refuseOutside(path: string): void {
  const parts = path.split('/');
  const isOutside = parts.some((part) => part === '' || part === '.' || part === '..') || /[\0\\]/.test(path);
  if (isOutside) throw refuse(path, 'a relative path inside the workspace');
  if (parts.some((part) => part.toLowerCase() === '.git')) throw refuse(path, 'a path outside .git');
}

async function refuseLinks(workspace: string, path: string): Promise<void> {
  const parts = path.split('/');
  for (let depth = 1; depth <= parts.length; depth++) {
    const found = await findFile(join(workspace, ...parts.slice(0, depth)));
    if (found === undefined) return;
    const isLast = depth === parts.length;
    if (isLast ? !found.isFile() : !found.isDirectory())
      throw refuse(path, isLast ? 'a regular file' : `the folder ${parts.slice(0, depth).join('/')}`);
  }
}

const findFile = (path: string) =>
  lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });

const refuse = (path: string, expected: string): AssayError =>
  new AssayError('invalid_input', `Expected ${expected}, found ${JSON.stringify(path)}; nothing was written`);
