import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Creates the `.assay` folder. Git ignores it except for files that people write. */
export async function openRootFolder(root: string): Promise<void> {
  await mkdir(root, { recursive: true });
  await writeFile(join(root, '.gitignore'), '*\n!allowed-test-changes.*\n');
}
