import { cp, lstat } from 'node:fs/promises';
import { AssayError } from '@assay/schema';

/** Copies a folder with links as links; skips FIFOs, sockets and devices. */
export async function copyWorkspace(from: string, to: string): Promise<void> {
  try {
    await cp(from, to, {
      recursive: true,
      verbatimSymlinks: true,
      // so that build tools that compare times do not rebuild
      preserveTimestamps: true,
      filter: async (path) => {
        const found = await lstat(path);
        return found.isFile() || found.isDirectory() || found.isSymbolicLink();
      },
    });
  } catch (cause) {
    throw new AssayError('unreadable_file', `the workspace cannot be copied: ${(cause as Error).message}`, { cause });
  }
}
