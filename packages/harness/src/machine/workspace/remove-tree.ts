import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parsePath } from '@assay/detect';

const run = promisify(execFile);

/** Removes a path, never the target of a link, even if an agent removed the permissions. */
export async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(async () => {
    // deeper than the path limit, or not writable
    await run('chmod', ['-R', 'u+rwX', '--', path]).catch(() => undefined);
    await run('rm', ['-rf', '--', path]);
  });
}

/** Removes a path of a snapshot from its folder, whatever bytes its name has. */
export async function removeInside(folder: string, path: string): Promise<void> {
  const remove = () => rm(joinBytes(folder, path), { recursive: true, force: true, maxRetries: 3 });
  await remove().catch(async () => {
    await run('chmod', ['-R', 'u+rwX', '--', folder]).catch(() => undefined);
    await remove();
  });
}

/** The bytes of a path of a snapshot in its folder. */
export const joinBytes = (folder: string, path: string): Buffer =>
  Buffer.concat([Buffer.from(`${folder}/`), parsePath(path)]);
