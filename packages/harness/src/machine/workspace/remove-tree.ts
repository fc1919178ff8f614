import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parsePath, quotePath } from '@assay/detect';
import { AssayError } from '@assay/schema';

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
    // an argument of a program is text
    await remove().catch(() => run('rm', ['-rf', '--', joinBytes(folder, path).toString()]));
    await remove().catch((cause: Error) => {
      throw new AssayError('unwritable_file', `${quotePath(path)} cannot be removed: ${cause.message}`, { cause });
    });
  });
}

/** The bytes of a path of a snapshot in its folder. */
export const joinBytes = (folder: string, path: string): Buffer =>
  Buffer.concat([Buffer.from(`${folder}/`), parsePath(path)]);
