import { join, resolve } from 'node:path';
import { AssayError } from '@assay/schema';

/** The database that a key command works on. */
interface ChosenDatabase {
  readonly root: string;
  readonly database_url: string | undefined;
  /** Its display name: the folder, or host and name. */
  readonly database: string;
}

/**
 * The given database, otherwise the one of this folder. A missing one is not created: its keys would look valid, but
 * no server would accept them.
 */
export function chooseDatabase(
  { url, root }: { readonly url: string | undefined; readonly root: string | undefined },
  hasDatabase: (root: string) => boolean,
): ChosenDatabase {
  const folder = resolve(root ?? '.assay');
  if (url) return { root: folder, database_url: url, database: formatDatabaseName(url) };
  const database = join(folder, 'db');
  if (root === undefined && !hasDatabase(folder)) {
    throw new AssayError(
      'usage',
      `no server database in ${database}; change to the folder where \`assay serve\` was started, ` +
        'or use --root, --database-url or DATABASE_URL',
    );
  }
  return { root: folder, database_url: undefined, database };
}

/** Host and name of a PostgreSQL database, without its credentials. */
export function formatDatabaseName(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return 'as given';
  // the folder of a socket is in the query
  return `${parsed.searchParams.get('host') ?? parsed.host}${parsed.pathname}`;
}
