import { existsSync } from 'node:fs';
import { locateCluster } from './cluster.ts';

/** Whether there is a managed database under a root folder, running or not. */
export const hasDatabase = (root: string): boolean => existsSync(locateCluster(root).data);
