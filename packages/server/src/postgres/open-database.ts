import type { Database } from './database.ts';
import { type ManagedDatabaseOptions, openManagedDatabase } from './managed-database.ts';
import { databaseUnavailable } from './unavailable.ts';

export interface OpenDatabaseOptions extends ManagedDatabaseOptions {
  /** The operator's PostgreSQL. Undefined or empty uses the managed one. */
  readonly database_url: string | undefined;
}

/** Opens the operator's database or the managed one, which is created, started and restarted as needed. */
export async function openDatabase({ database_url, ...managed }: OpenDatabaseOptions): Promise<Database> {
  if (database_url === undefined || database_url === '') return openManagedDatabase(managed);
  if (!/^postgres(ql)?:\/\//.test(database_url) || !URL.canParse(database_url)) {
    // the URL may contain a password: show an example, not the value
    throw databaseUnavailable('DATABASE_URL is not a URL such as postgresql://user:password@host:5432/name');
  }
  return { url: database_url, managed: false, [Symbol.asyncDispose]: async () => {} };
}
