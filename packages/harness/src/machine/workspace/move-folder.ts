import { cp, mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { removeTree } from './remove-tree.ts';

/** Moves a folder in place of whatever is there, also to another file system. */
export async function moveFolder(from: string, to: string): Promise<void> {
  await removeTree(to);
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await cp(from, to, { recursive: true, verbatimSymlinks: true });
    await removeTree(from);
  });
}
