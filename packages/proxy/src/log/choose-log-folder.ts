import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { homeFolder } from '../environment.ts';

const ownFolder = (): string => join(process.cwd(), '.assay');
const homeLogFolder = (): string => join(homeFolder(), '.assay', 'proxy');

/** The log folder: in the current folder if it has an `.assay` folder, otherwise in the home folder. */
export const chooseLogFolder = (given: string | undefined): string =>
  given ?? (existsSync(ownFolder()) ? join(ownFolder(), 'proxy') : homeLogFolder());

/** Every folder a proxy may have written to. */
export const listLogFolders = (given: string | undefined): string[] => {
  if (given !== undefined) return [given];
  return [...new Set([join(ownFolder(), 'proxy'), homeLogFolder()])].filter((folder) => existsSync(folder));
};
