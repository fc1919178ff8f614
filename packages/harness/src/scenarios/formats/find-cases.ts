import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { kindAt } from '../documents/find-files.ts';
import type { ConvertedTask, FoundTask } from './task-format.ts';

interface Cases {
  readonly isCase: (folder: string) => Promise<boolean>;
  readonly convert: (folder: string) => Promise<ConvertedTask>;
}

/** The cases of a suite: the folder itself, or the folders in it or in its `evals`. */
export async function findCases(path: string, { isCase, convert }: Cases): Promise<FoundTask[]> {
  const folder = (await kindAt(join(path, 'evals'))) === 'folder' ? join(path, 'evals') : path;
  if ((await kindAt(folder)) !== 'folder') return [];
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  const found: FoundTask[] = [];
  for (const each of (await isCase(folder)) ? [folder] : names.toSorted())
    if (await isCase(each)) found.push({ path: each, convert: () => convert(each) });
  return found;
}
