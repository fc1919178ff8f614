import { statfs } from 'node:fs/promises';
import { AssayError } from '@assay/schema';

const MEGABYTE = 1024 * 1024;
// with less than this, not even a run that changes nothing could be kept
const LEAST_MB = 16;

/** Throws unless there is room for a run in each of these folders: a disk that fills up later costs what was paid. */
export async function requireRoom(folders: readonly { readonly path: string; readonly what: string }[]): Promise<void> {
  for (const { path, what } of folders) {
    const { bavail, bsize, blocks } = await statfs(path);
    const free_mb = Math.floor((bavail * bsize) / MEGABYTE);
    // some file systems of a network do not say how large they are
    if (blocks === 0 || free_mb >= LEAST_MB) continue;
    throw new AssayError(
      'disk_full',
      `expected at least ${LEAST_MB} MB of free disk for ${what}, found ${free_mb} MB at ${path}`,
    );
  }
}
