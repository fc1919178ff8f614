import { join, resolve } from 'node:path';

/** The paths of the managed database. */
export interface Cluster {
  readonly folder: string;
  /** The data folder of PostgreSQL. */
  readonly data: string;
  readonly password: string;
  /** The file with the last port. It is reused if free, so disconnected clients find the database again. */
  readonly port: string;
  readonly log: string;
  readonly lock: string;
}

export const ROLE = 'assay';

/** The default database of a new cluster. All members share it because advisory locks are per database. */
export const DATABASE_NAME = 'postgres';

export function locateCluster(root: string): Cluster {
  const folder = join(resolve(root), 'db');
  const at = (name: string): string => join(folder, name);
  return { folder, data: at('data'), password: at('password'), port: at('port'), log: at('log'), lock: at('lock') };
}
