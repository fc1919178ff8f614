import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';

/**
 * Whether there is a folder at a path now. Anything else in its place, such as a link, is removed; where one is wanted
 * it is made, and one that is there can be written to.
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
