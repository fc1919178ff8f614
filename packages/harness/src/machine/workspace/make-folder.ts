import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';

/**
 * Ensures that a path is a writable folder, or nothing. Removes anything else there, such as a link, and
 * creates the folder if `wanted`. Returns whether it is a folder now.
 */
export function makeFolder(path: string, wanted: boolean): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) {
    if ((found.mode & 0o700) !== 0o700) chmodSync(path, (found.mode & 0o777) | 0o700);
    return true;
  }
  if (found !== undefined) rmSync(path);
  if (wanted) mkdirSync(path);
  return wanted;
}
