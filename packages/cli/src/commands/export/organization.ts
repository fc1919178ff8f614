import { resolve } from 'node:path';
import { AssayError } from '@assay/schema';
import { createHost, databaseUrl } from '../../config.ts';
import { formatBytes } from '../../push/format-bytes.ts';
import { chooseDatabase } from '../../server/choose-database.ts';
import { findOrganization } from '../../server/find-organization.ts';
import { DATABASE_OPTIONS } from '../../server/open-store.ts';
import { formatNoun } from '../../terminal/format.ts';
import { parseOptions } from '../../terminal/options.ts';
import { escapeControls, writeOut } from '../../terminal/output.ts';
import { createCount } from '../../terminal/progress.ts';

const WAITING = 'Waiting until a backup or another export ends.\n';

/** Writes everything that an organization owns to a folder. */
export async function exportOwned(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseOptions(args, DATABASE_OPTIONS);
  const [organization, folder, ...more] = positionals;
  if (organization === undefined || folder === undefined)
    throw new AssayError('usage', 'expected an organization and a new folder, such as "Platform team" export/');
  if (more.length > 0) throw new AssayError('usage', `unexpected argument ${more[0]}; quote a name with spaces`);
  const { exportOrganization, hasDatabase, openDatabase, openStore } = await import('@assay/server');
  const { environment } = createHost();
  const named = { url: values['database-url'] ?? databaseUrl(), root: values.root };
  const { database, ...chosen } = chooseDatabase(named, hasDatabase);
  await using opened = await openDatabase(chosen);
  await using store = await openStore({ url: opened.url, connections: 1, environment });
  const { organization_id } = findOrganization(await store.organizations.list(), organization);
  const progress = createCount('exported', 'kinds');
  const manifest = await exportOrganization({
    url: opened.url,
    environment,
    organization_id,
    folder: resolve(folder),
    now: Date.now,
    onTable: progress.advance,
    onWait: () => process.stderr.write(WAITING),
    signal,
  }).finally(progress.done);
  const { kinds, files, damaged } = manifest;
  const rows = kinds.reduce((sum, kind) => sum + kind.rows, 0);
  const lines = [
    ...damaged.map(({ problem }) => escapeControls(problem)),
    `${escapeControls(folder)}: ${formatNoun(rows, 'row')} of ${formatNoun(kinds.length, 'kind')}, ` +
      `${formatNoun(files.count, 'file')} (${formatBytes(files.size_bytes)})`,
    `Database: ${escapeControls(database)}`,
  ];
  await writeOut(values.json ? `${JSON.stringify(manifest)}\n` : `${lines.join('\n')}\n`);
  return damaged.length === 0 ? 0 : 1;
}
