import { join, resolve } from 'node:path';
import { AssayError } from '@assay/schema';

/** The database whose keys are meant. */
interface ChosenDatabase {
  readonly root: string;
  readonly database_url: string | undefined;
  /** What it is called: its folder, or its host and name. */
  readonly database: string;
}

/**
 * The database that was named, or else the one of this folder. That one is not made if there is none: a key of a database
 * that no server uses opens nothing, and looks like one that does.
 */
export function chooseDatabase(
  { url, root }: { readonly url: string | undefined; readonly root: string | undefined },
  hasDatabase: (root: string) => boolean,
): ChosenDatabase {
  const folder = resolve(root ?? '.assay');
  if (url) return { root: folder, database_url: url, database: nameDatabase(url) };
  const database = join(folder, 'db');
  if (root === undefined && !hasDatabase(folder)) {
    throw new AssayError(
      'usage',
      `expected the database of a server in ${database}, found none; go to the folder that \`assay serve\` was started in, ` +
        'or name its database by --root, --database-url or DATABASE_URL',
    );
  }
  return { root: folder, database_url: undefined, database };
}

/** Where a PostgreSQL is and what it is called; nothing of who may enter, nor of how. */
export function nameDatabase(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return 'the one that was named';
  // a socket is named by its folder, in the query
  return `${parsed.searchParams.get('host') ?? parsed.host}${parsed.pathname}`;
}
