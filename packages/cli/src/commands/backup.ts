import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AssayError } from '@assay/schema';
import type { Run } from '../command.ts';
import { createHost, databaseUrl } from '../config.ts';
import { formatBytes } from '../push/format-bytes.ts';
import { chooseDatabase } from '../server/choose-database.ts';
import { DATABASE_HELP, DATABASE_OPTIONS } from '../server/open-store.ts';
import { formatNoun } from '../terminal/format.ts';
import { parseOptions } from '../terminal/options.ts';
import { escapeControls, writeOut } from '../terminal/output.ts';
import { createCount } from '../terminal/progress.ts';
import { version } from '../version.ts';

const HELP = `Usage: assay backup FILE [OPTIONS]

Writes everything that a server has stored to one new file. Servers and workers may run meanwhile: the backup is the
database at one moment. \`assay restore\` reads it.

  --no-blobs           leave out contents in a folder or object store, if those have their own backup
${DATABASE_HELP}
  --json               print {file, size_bytes, tables, blobs, damaged, database}

The file contains secrets: signing keys and webhook secrets. Only you can read it.

Exit codes: 0 done · 1 done, but contents are missing or damaged · 2 usage error, or the file exists ·
3 the database or the store cannot be reached
`;

const WAITING = 'Waiting until another backup or export ends.\n';

/** Writes a backup of a database. */
export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, { 'no-blobs': { type: 'boolean' }, ...DATABASE_OPTIONS });
  const [given, ...more] = positionals;
  if (given === undefined) throw new AssayError('usage', 'expected the file to write, such as assay.backup');
  if (more.length > 0) throw new AssayError('usage', `unexpected argument ${more[0]}`);
  const file = resolve(given);
  const { createBackup, hasDatabase, openDatabase } = await import('@assay/server');
  const named = { url: values['database-url'] ?? databaseUrl(), root: values.root };
  const { database, ...chosen } = chooseDatabase(named, hasDatabase);
  await using opened = await openDatabase(chosen);
  const progress = createCount('saved', 'tables');
  const { tables, blobs, damaged } = await createBackup({
    url: opened.url,
    environment: createHost().environment,
    file,
    blobs: values['no-blobs'] !== true,
    assay_version: version(),
    now: Date.now,
    onTable: progress.advance,
    onWait: () => process.stderr.write(WAITING),
    signal,
  }).finally(progress.done);
  const { size: size_bytes } = await stat(file);
  if (values.json) {
    const counts = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));
    await writeOut(`${JSON.stringify({ file, size_bytes, tables: counts, blobs, damaged, database })}\n`);
  } else {
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const lines = [
      ...damaged.map(({ problem }) => escapeControls(problem)),
      `${escapeControls(given)}: ${formatNoun(rows, 'row')} of ${formatNoun(tables.length, 'table')}, ` +
        `${formatNoun(blobs.count, 'blob')}, ${formatBytes(size_bytes)}`,
      `Database: ${escapeControls(database)}`,
    ];
    await writeOut(`${lines.join('\n')}\n`);
  }
  return damaged.length === 0 ? 0 : 1;
};
