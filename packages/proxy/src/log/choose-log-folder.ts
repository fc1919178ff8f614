import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { homeFolder } from '../environment.ts';

const ownFolder = (): string => join(process.cwd(), '.assay');
const homeLogFolder = (): string => join(homeFolder(), '.assay', 'proxy');

/** Where a proxy writes: in the project it is started in, if Assay is used there, and at home otherwise. */
export const chooseLogFolder = (given: string | undefined): string =>
  given ?? (existsSync(ownFolder()) ? join(ownFolder(), 'proxy') : homeLogFolder());

/** Everywhere a proxy may have written. */
export const listLogFolders = (given: string | undefined): string[] => {
  if (given !== undefined) return [given];
  return [...new Set([join(ownFolder(), 'proxy'), homeLogFolder()])].filter((folder) => existsSync(folder));
};
