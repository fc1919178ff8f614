import { chmod, copyFile, lstat, mkdir, readdir, readlink, symlink, utimes } from 'node:fs/promises';
import { AssayError } from '@assay/schema';

// of the operating system
const MAX_PATH_BYTES = 4095;

/**
 * Copies a folder with links as links, whatever bytes its names have. Skips FIFOs, sockets and devices, and what is
 * deeper than a path can be long.
 */
export async function copyWorkspace(from: string, to: string): Promise<void> {
  try {
    await copy(Buffer.from(from), Buffer.from(to));
  } catch (cause) {
    throw new AssayError('unreadable_file', `the workspace cannot be copied: ${(cause as Error).message}`, { cause });
  }
}

async function copy(from: Buffer, to: Buffer): Promise<void> {
  if (Math.max(from.length, to.length) > MAX_PATH_BYTES) return;
  const found = await lstat(from);
  if (found.isSymbolicLink()) await symlink(await readlink(from, { encoding: 'buffer' }), to);
  else if (found.isFile()) {
    await copyFile(from, to);
    // so that build tools that compare times do not rebuild
    await utimes(to, found.atime, found.mtime);
  } else if (found.isDirectory()) {
    const created = await mkdir(to, { recursive: true });
    for (const name of await readdir(from, { encoding: 'buffer' })) await copy(join(from, name), join(to, name));
    if (created !== undefined) await chmod(to, found.mode & 0o7777);
  }
}

const SLASH = Buffer.from('/');
const join = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, SLASH, name]);
