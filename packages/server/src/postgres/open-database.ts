import type { Database } from './database.ts';
import { type ManagedDatabaseOptions, openManagedDatabase } from './managed-database.ts';
import { databaseUnavailable } from './unavailable.ts';

export interface OpenDatabaseOptions extends ManagedDatabaseOptions {
  /** The operator's PostgreSQL. Undefined or empty means our own. */
  readonly database_url: string | undefined;
}

/** Opens the database there is. Our own is created and started if need be, and started again if it dies. */
export async function openDatabase({ database_url, ...managed }: OpenDatabaseOptions): Promise<Database> {
  if (database_url === undefined || database_url === '') return openManagedDatabase(managed);
  if (!/^postgres(ql)?:\/\//.test(database_url) || !URL.canParse(database_url)) {
    // the address may hold a password: say what it should look like, not what it is
    throw databaseUnavailable('DATABASE_URL is not an address such as postgresql://user:password@host:5432/name');
  }
  return { url: database_url, managed: false, [Symbol.asyncDispose]: async () => {} };
}
