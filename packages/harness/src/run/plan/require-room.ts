import { statfs } from 'node:fs/promises';
import { AssayError } from '@assay/schema';

const MEGABYTE = 1024 * 1024;
// less is not enough to store even an unchanged run
const LEAST_MB = 16;

/** Throws if a folder has no space for a run: a disk that fills up later wastes what was paid. */
export async function requireRoom(folders: readonly { readonly path: string; readonly what: string }[]): Promise<void> {
  for (const { path, what } of folders) {
    const { bavail, bsize, blocks } = await statfs(path);
    const free_mb = Math.floor((bavail * bsize) / MEGABYTE);
    // some network file systems do not report their size
    if (blocks === 0 || free_mb >= LEAST_MB) continue;
    throw new AssayError(
      'disk_full',
      `expected at least ${LEAST_MB} MB of free disk for ${what}, found ${free_mb} MB at ${path}`,
    );
  }
}
