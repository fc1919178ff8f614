import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Copies a file or folder, with links as links. */
export async function copyInto(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
}

/** Writes a text; a script can be executed. */
export async function writeText(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  if (file.endsWith('.sh')) await chmod(file, 0o755);
}
