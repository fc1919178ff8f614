import { existsSync } from 'node:fs';
import { locateCluster } from './cluster.ts';

/** Whether there is a database of our own under a root folder, running or not. */
export const hasDatabase = (root: string): boolean => existsSync(locateCluster(root).data);
