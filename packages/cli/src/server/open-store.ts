import type { Owner, Store } from '@assay/server';
import { createHost, databaseUrl } from '../config.ts';
import { escapeControls, writeOut } from '../terminal/output.ts';
import { chooseDatabase } from './choose-database.ts';

/** Options of commands that work directly in the database of a server, for `parseOptions`. */
export const DATABASE_OPTIONS = {
  json: { type: 'boolean' },
  'database-url': { type: 'string' },
  root: { type: 'string' },
} as const;

/** Their help. */
export const DATABASE_HELP = `  --database-url URL   PostgreSQL of the server (default: DATABASE_URL, otherwise the embedded one in FOLDER/db)
  --root FOLDER        data folder (default: .assay)`;

interface Values {
  readonly json?: boolean | undefined;
  readonly 'database-url'?: string | undefined;
  readonly root?: string | undefined;
}

/** The output of an action, as JSON and as text. */
export interface ActionOutput {
  readonly json: object;
  readonly text: string;
}

/** Works in the database of a server, and prints the result with the name of the database. */
export async function runInDatabase(
  values: Values,
  act: (store: Store, owner: Owner) => Promise<ActionOutput>,
): Promise<void> {
  const { findOwner, hasDatabase, openDatabase, openStore } = await import('@assay/server');
  const named = { url: values['database-url'] ?? databaseUrl(), root: values.root };
  const { database, ...chosen } = chooseDatabase(named, hasDatabase);
  await using opened = await openDatabase(chosen);
  await using store = await openStore({ url: opened.url, connections: 1, environment: createHost().environment });
  const owner = await findOwner(store, Date.now);
  // a new database gets a first key, which can be shown only now
  if (owner.first_key !== null)
    process.stderr.write(`This database is new. Its first key, with all scopes: ${owner.first_key}\n`);
  const { json, text } = await act(store, owner);
  await writeOut(
    values.json ? `${JSON.stringify({ ...json, database })}\n` : `${text}\nDatabase: ${escapeControls(database)}\n`,
  );
}
