import { join, resolve } from 'node:path';
import { AssayError } from '@assay/schema';
import type { Run } from '../command.ts';
import { createHost, databaseUrl } from '../config.ts';
import { formatDatabaseName } from '../server/choose-database.ts';
import { DATABASE_OPTIONS } from '../server/open-store.ts';
import { formatNoun } from '../terminal/format.ts';
import { parseOptions } from '../terminal/options.ts';
import { escapeControls, writeOut } from '../terminal/output.ts';
import { createCount } from '../terminal/progress.ts';

const HELP = `Usage: assay restore FILE [OPTIONS]

Restores a backup of \`assay backup\` into an empty database: a new one in DATABASE_URL, or a new embedded one in
FOLDER/db. The whole file is checked before anything is written, and everything is written in one transaction.

  --check              only check the file
  --database-url URL   an empty PostgreSQL database (default: DATABASE_URL, otherwise the embedded one in FOLDER/db)
  --root FOLDER        data folder (default: .assay)
  --json               print {created_at, assay_version, tables, blobs, damaged, database}

Contents that the backup has go where ASSAY_BLOBS says. Queued and running runs are queued again when a worker starts.

Exit codes: 0 done · 2 usage error, not a complete backup, or the database is not empty ·
3 the database or the store cannot be reached
`;

/** Restores a backup into an empty database. */
export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, { check: { type: 'boolean' }, ...DATABASE_OPTIONS });
  const [given, ...more] = positionals;
  if (given === undefined) throw new AssayError('usage', 'expected a file of `assay backup`');
  if (more.length > 0) throw new AssayError('usage', `unexpected argument ${more[0]}`);
  const file = resolve(given);
  const { openDatabase, readBackup, restoreBackup } = await import('@assay/server');
  const verified = await readBackup(file);
  const { header, manifest } = verified;
  const database_url = values['database-url'] ?? databaseUrl();
  const root = resolve(values.root ?? '.assay');
  const database = database_url ? formatDatabaseName(database_url) : join(root, 'db');
  if (!values.check) {
    await using opened = await openDatabase({ root, database_url });
    const progress = createCount('restored', 'tables');
    await restoreBackup({
      url: opened.url,
      environment: createHost().environment,
      file,
      verified,
      onTable: progress.advance,
      signal,
    }).finally(progress.done);
  }
  const { created_at, assay_version } = header;
  const { tables, blobs, damaged } = manifest;
  if (values.json) {
    const counts = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));
    const told = { created_at, assay_version, tables: counts, blobs, damaged, ...(values.check ? {} : { database }) };
    await writeOut(`${JSON.stringify(told)}\n`);
    return 0;
  }
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const lines = [
    ...damaged.map(({ problem }) => `missing since the backup was made: ${escapeControls(problem)}`),
    `${values.check ? 'Checked' : 'Restored'} ${formatNoun(rows, 'row')} of ${formatNoun(tables.length, 'table')} and ` +
      `${formatNoun(blobs.count, 'blob')}, saved ${created_at} by Assay ${escapeControls(assay_version)}`,
    ...(values.check ? [] : [`Database: ${escapeControls(database)}`]),
  ];
  await writeOut(`${lines.join('\n')}\n`);
  return 0;
};
