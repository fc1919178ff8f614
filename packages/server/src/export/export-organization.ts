import { createHash } from 'node:crypto';
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError, type OrganizationId } from '@assay/schema';
import { z } from 'zod';
import { openGuard } from '../backup/guard.ts';
import type { Blobs } from '../store/blobs/blob-store.ts';
import { openBlobs } from '../store/blobs/open-blobs.ts';
import type { Connection } from '../store/sql/connection.ts';
import { type CopyClient, openCopyClient } from '../store/sql/copy-client.ts';
import { toUuid } from '../store/sql/ids.ts';
import { query } from '../store/sql/sql.ts';
import { loadPart, partColumns, StoredPart } from '../store/tables/contents/evidence-parts.ts';
import { describeRow } from './describe-row.ts';
import { EXPORTED_TABLES, LEFT_OUT_COLUMNS, LEFT_OUT_OF_SERVER, LEFT_OUT_TABLES } from './export-rules.ts';

export interface ExportOptions {
  readonly url: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly organization_id: OrganizationId;
  /** A new or empty folder. */
  readonly folder: string;
  readonly now: () => number;
  readonly onTable: (done: number, total: number) => void;
  /** Called if a backup or another export has to end first. */
  readonly onWait?: (() => void) | undefined;
  readonly signal: AbortSignal;
}

/** What an export has, and what it leaves out. Written last, so that an export without it is incomplete. */
export interface ExportManifest {
  readonly format: 'assay-organization';
  readonly version: 1;
  readonly organization_id: OrganizationId;
  readonly exported_at: string;
  /** Files with one JSON document per line. */
  readonly kinds: readonly { kind: string; file: string; rows: number; sha256: string }[];
  /** Files in `files/`, each with its SHA-256 as its name. */
  readonly files: { count: number; size_bytes: number };
  readonly left_out: readonly { what: string; reason: string }[];
  /** Files that could not be read. */
  readonly damaged: readonly { digest: string; problem: string }[];
}

// rows can have megabytes
const ROWS_AT_ONCE = 20;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** Writes everything that an organization owns at one moment as JSON lines and plain files. */
export async function exportOrganization(options: ExportOptions): Promise<ExportManifest> {
  const { url, environment, organization_id, folder } = options;
  await prepareFolder(folder);
  await using guard = await openGuard(url, options.onWait);
  await using client = await openCopyClient(url);
  await client.begin('repeatable read read only');
  await client.run({ strings: ["set local timezone = 'UTC'"], values: [] });
  const tables = await listExported(client);
  const kinds: ExportManifest['kinds'][number][] = [];
  for (const table of tables) {
    options.onTable(kinds.length, tables.length);
    kinds.push(await exportTable(client, table, options));
  }
  const { damaged, ...files } = await exportFiles(client, openBlobs(environment), options);
  await guard.requireHeld();
  const manifest: ExportManifest = {
    ...{ format: 'assay-organization', version: 1, organization_id },
    exported_at: new Date(options.now()).toISOString(),
    ...{ kinds, files, left_out: listLeftOut(), damaged },
  };
  await writeNew(join(folder, 'manifest.json'), [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]);
  return manifest;
}

async function prepareFolder(folder: string): Promise<void> {
  const entries = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    .then(() => readdir(folder))
    .catch((cause: unknown) => {
      throw new AssayError('unwritable_file', `cannot write to ${folder}: ${(cause as Error).message}`, { cause });
    });
  if (entries.length > 0)
    throw new AssayError(
      'unwritable_file',
      `expected a new or empty folder, found ${entries.length} entries in ${folder}`,
    );
  await mkdir(join(folder, 'files'), { mode: PRIVATE_FOLDER });
}

const listLeftOut = (): ExportManifest['left_out'] => [
  ...Object.entries({ ...LEFT_OUT_TABLES, ...LEFT_OUT_OF_SERVER }).map(([what, reason]) => ({ what, reason })),
  ...Object.entries(LEFT_OUT_COLUMNS).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, reason]) => ({ what: `${table}.${column}`, reason })),
  ),
];

async function exportTable(
  client: CopyClient,
  table: ExportedTable,
  { organization_id, folder, signal }: ExportOptions,
) {
  const hash = createHash('sha256');
  let rows = 0;
  const lines = async function* () {
    for await (const row of readRows(client, table, organization_id)) {
      refuseInterrupted(signal);
      const line = Buffer.from(`${JSON.stringify(await describeRow(row, table.columns))}\n`);
      hash.update(line);
      rows += 1;
      yield line;
    }
  };
  const file = `${table.name}.jsonl`;
  await writeNew(join(folder, file), lines());
  return { kind: table.name, file, rows, sha256: hash.digest('hex') };
}

const Row = z.object({ row: z.record(z.string(), z.unknown()) });

/** The rows of an organization, in the order of their key. */
async function* readRows(client: CopyClient, { name, columns, key }: ExportedTable, organization_id: OrganizationId) {
  const [selected, ordered] = [columns.map((column) => `"${column.name}"`), key.map((column) => `"${column}"`)];
  await client.run({
    strings: [
      `declare exported no scroll cursor for select row_to_json(one) as row from (
        select ${selected.join(', ')} from "${name}" where organization_id = `,
      ` order by ${ordered.join(', ')}) as one`,
    ],
    values: [toUuid(organization_id)],
  });
  for (;;) {
    const page = await client.list({ strings: [`fetch ${ROWS_AT_ONCE} from exported`], values: [], row: Row });
    for (const { row } of page) yield row;
    if (page.length < ROWS_AT_ONCE) break;
  }
  await client.run({ strings: ['close exported'], values: [] });
}

async function exportFiles(client: CopyClient, blobs: Blobs, { organization_id, folder, signal }: ExportOptions) {
  const damaged: { digest: string; problem: string }[] = [];
  let [count, size_bytes] = [0, 0];
  for await (const part of listParts(client, organization_id)) {
    refuseInterrupted(signal);
    try {
      const { content } = await loadPart(blobs, part, `content ${part.digest}`);
      await writeNew(join(folder, 'files', part.digest), [content]);
      count += 1;
      size_bytes += content.length;
    } catch (error) {
      if (!(error instanceof AssayError) || error.code !== 'blob_damaged') throw error;
      damaged.push({ digest: part.digest, problem: error.message });
    }
  }
  return { count, size_bytes, damaged };
}

async function* listParts(client: CopyClient, organization_id: OrganizationId): AsyncGenerator<StoredPart> {
  for (let digest = ''; ; ) {
    // one at a time, because contents in the rows can be large
    const part = await client.find(query(StoredPart)`
      select ${partColumns} from evidence_parts
      where organization_id = ${toUuid(organization_id)} and digest > decode(${digest}, 'hex')
      order by organization_id, digest limit 1`);
    if (part === undefined) return;
    yield part;
    digest = part.digest;
  }
}

async function writeNew(path: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
  await using file = await open(path, 'wx', PRIVATE_FILE).catch((cause: unknown) => {
    throw new AssayError('unwritable_file', `cannot write ${path}: ${(cause as Error).message}`, { cause });
  });
  for await (const chunk of chunks) await file.appendFile(chunk);
}

function refuseInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new AssayError('interrupted', 'interrupted; the export is incomplete');
}

const ExportedTable = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  /** The columns of the primary key. */
  key: z.array(z.string()),
});
type ExportedTable = z.infer<typeof ExportedTable>;

/** The exported tables with their columns, without what an export leaves out. */
async function listExported(connection: Connection): Promise<ExportedTable[]> {
  const tables = await connection.list(query(ExportedTable)`
    select relname as name,
      (
        select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null)) order by attnum)
        from pg_attribute where attrelid = tables.oid and attnum > 0 and not attisdropped
      ) as columns,
      array(
        select attname::text from pg_index, unnest(indkey) with ordinality as part (number, place)
        join pg_attribute on attnum = part.number
        where indrelid = tables.oid and indisprimary and attrelid = tables.oid order by place
      ) as key
    from pg_class as tables
    where relkind = 'r' and relnamespace = 'public'::regnamespace and exists (
      select from pg_attribute where attrelid = tables.oid and attname = 'organization_id' and not attisdropped
    )
    order by relname collate "C"`);
  return tables
    .filter(({ name }) => EXPORTED_TABLES.has(name))
    .map(({ name, columns, key }) => {
      const without = LEFT_OUT_COLUMNS[name] ?? {};
      return { name, key, columns: columns.filter((column) => !(column.name in without)) };
    });
}
