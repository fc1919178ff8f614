import { cp, lstat } from 'node:fs/promises';
import { AssayError } from '@assay/schema';

/** Copies a folder as it is, links as links; FIFOs, sockets and devices stay behind. */
export async function copyWorkspace(from: string, to: string): Promise<void> {
  try {
    await cp(from, to, {
      recursive: true,
      verbatimSymlinks: true,
      // what is built by age must not be built again
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
