import { join, resolve } from 'node:path';

/** Where everything of our own database is. */
export interface Cluster {
  readonly folder: string;
  /** What PostgreSQL owns. */
  readonly data: string;
  readonly password: string;
  /** The port it had last, and gets again if it can: who lost it finds it where it was. */
  readonly port: string;
  readonly log: string;
  readonly lock: string;
}

export const ROLE = 'assay';

/** The database every new cluster has; advisory locks only meet within one. */
export const DATABASE_NAME = 'postgres';

export function locateCluster(root: string): Cluster {
  const folder = join(resolve(root), 'db');
  const at = (name: string): string => join(folder, name);
  return { folder, data: at('data'), password: at('password'), port: at('port'), log: at('log'), lock: at('lock') };
}
