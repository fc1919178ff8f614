import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes the folder that Assay keeps things in; version control sees nothing of it but what people write themselves. */
export async function openRootFolder(root: string): Promise<void> {
  await mkdir(root, { recursive: true });
  await writeFile(join(root, '.gitignore'), '*\n!allowed-test-changes.*\n');
}
