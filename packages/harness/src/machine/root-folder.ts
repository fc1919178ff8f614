import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Creates the `.assay` folder. Git ignores it except for files that people write. */
export async function openRootFolder(root: string): Promise<void> {
  await makeFolder(root);
  await writeFile(join(root, '.gitignore'), '*\n!allowed-test-changes.*\n');
}

/**
 * Creates a folder that people name, and those above it. For a folder that the system does not let anyone create, such
 * as one in `/proc`, `mkdir` of Node with `recursive` tries for ever.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path), mode);
    await mkdir(path, mode).catch(async (again: NodeJS.ErrnoException) => {
      // another process was faster
      if (again.code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw again;
    });
  }
}
