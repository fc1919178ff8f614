import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openArchive } from './archive.ts';
import { createUnpacking, type UnpackOptions } from './unpacking.ts';

/** Copies the plain files of a folder. Links and devices are left out. */
export async function copyFolder(folder: string, options: UnpackOptions): Promise<void> {
  const { add } = createUnpacking(options);
  for (const name of listFiles(folder)) {
    using file = openArchive({ file: join(folder, name) });
    await add(name, file.chunks());
  }
}

function* listFiles(root: string, below = ''): Generator<string> {
  for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
    const name = `${below}${entry.name}`;
    if (entry.isDirectory()) yield* listFiles(root, `${name}/`);
    else if (entry.isFile()) yield name;
  }
}
