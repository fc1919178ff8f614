import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where `assay mine` installs dependencies, in the `.assay` folder. */
export const environmentsFolder = (root: string): string => join(root, 'environments');

/** Folders of `.assay` that runs may read. */
export const listReadable = (root: string): string[] => [environmentsFolder(root)].filter((path) => existsSync(path));
