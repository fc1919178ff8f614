import { createHash } from 'node:crypto';
import { AssayError, Digest } from '@assay/schema';
import { z } from 'zod';
import type { Blobs } from '../store/blobs/blob-store.ts';
import { openBlobs } from '../store/blobs/open-blobs.ts';
import { type CopyClient, openCopyClient } from '../store/sql/copy-client.ts';
import { listMigrations } from '../store/sql/migrate.ts';
import { query } from '../store/sql/sql.ts';
import { loadPart, partColumns, StoredPart } from '../store/tables/contents/evidence-parts.ts';
import { type ArchiveWriter, openArchiveWriter } from './archive-writer.ts';
import {
  type BackupHeader,
  type BackupManifest,
  type BackupTable,
  BLOBS_FOLDER,
  HEADER_FILE,
  MANIFEST_FILE,
  TABLES_FOLDER,
} from './backup-format.ts';
import { openGuard } from './guard.ts';
import { listTables, type Table } from './list-tables.ts';

export interface BackupOptions {
  readonly url: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The file to write; it must not exist. */
  readonly file: string;
  /** Whether to include contents outside of the database. */
  readonly blobs: boolean;
  readonly assay_version: string;
  readonly now: () => number;
  readonly onTable: (done: number, total: number) => void;
  /** Called if another backup or export has to end first. */
  readonly onWait?: (() => void) | undefined;
  readonly signal: AbortSignal;
}

/**
 * Tables that belong to a running system, not to its data: the history of the schema, which is in the header, the
 * workers that are up, and which database may delete blobs.
 */
const LEFT_OUT_OF_BACKUPS: ReadonlySet<string> = new Set(['migrations', 'workers', 'blob_stores']);

// small enough to hold, large enough for few files
const CHUNK_BYTES = 4 * 1024 * 1024;
const BLOBS_AT_ONCE = 100;

/** Writes everything that a database has at one moment to a file, while others read and write. */
export async function createBackup(options: BackupOptions): Promise<BackupManifest> {
  const { url, file, environment, signal } = options;
  // held for as long as blobs are read: those that rows of the snapshot have stay
  await using guard = await openGuard(url, options.onWait);
  await using client = await openCopyClient(url);
  await client.begin('repeatable read read only');
  await using archive = await openArchiveWriter(file);
  const tables = await listTables(client);
  if (!tables.some(({ name }) => name === 'migrations'))
    throw new AssayError('usage', 'the database is not one of Assay: it has no table "migrations"');
  const migrations = await listMigrations(client);
  const header: BackupHeader = {
    ...{ format: 'assay-backup', version: 1, assay_version: options.assay_version },
    ...{ created_at: new Date(options.now()).toISOString(), migrations, blobs: options.blobs },
  };
  await archive.add(HEADER_FILE, toJson(header));
  const saved = tables.filter(({ name }) => !LEFT_OUT_OF_BACKUPS.has(name));
  const parts = { client, archive, blobs: openBlobs(environment) };
  const added = await addTables(parts, saved, options);
  // a database that has not been migrated yet has all contents in its rows
  const has_blobs = options.blobs && tables.some(({ name }) => name === 'blob_stores');
  const { damaged, ...blobs } = await addBlobs(parts, has_blobs ? listOutside(client) : [], signal);
  // if its connection was lost, blobs may have been deleted meanwhile
  await guard.requireHeld();
  const manifest: BackupManifest = { tables: added, blobs, damaged };
  await archive.add(MANIFEST_FILE, toJson(manifest));
  await archive.finish();
  return manifest;
}

interface Parts {
  readonly client: CopyClient;
  readonly archive: ArchiveWriter;
  readonly blobs: Blobs;
}

async function addTables(
  parts: Parts,
  tables: readonly Table[],
  { onTable, signal }: BackupOptions,
): Promise<BackupTable[]> {
  const added: BackupTable[] = [];
  for (const table of tables) {
    onTable(added.length, tables.length);
    added.push(await addTable(parts, table, signal));
  }
  return added;
}

async function addTable({ client, archive }: Parts, table: Table, signal: AbortSignal): Promise<BackupTable> {
  const { name, columns, key } = table;
  const hash = createHash('sha256');
  let [rows, number] = [0, 0];
  // in the order of the key, so that equal tables have equal digests
  const statement = `copy (select ${columns.join(', ')} from ${name} order by ${key.join(', ')}) to stdout`;
  for await (const chunk of joinChunks(client.copyOut(statement))) {
    refuseInterrupted(signal);
    hash.update(chunk);
    rows += countLines(chunk);
    await archive.add(`${TABLES_FOLDER}${name}/${++number}`, chunk);
  }
  return { name, columns: [...columns], rows, digest: hash.digest('hex') };
}

const NEWLINE = 0x0a;

// in the text format of COPY, line breaks of values are escaped
function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

async function* joinChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    size += chunk.length;
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(held);
    [held, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(held);
}

const OutsidePart = StoredPart.extend({ organization: z.string(), blob: z.string(), digest: Digest });

type OutsidePart = z.infer<typeof OutsidePart>;

async function addBlobs(
  { archive, blobs }: Parts,
  parts: AsyncIterable<OutsidePart> | readonly OutsidePart[],
  signal: AbortSignal,
): Promise<BackupManifest['blobs'] & Pick<BackupManifest, 'damaged'>> {
  const hash = createHash('sha256');
  const damaged: { blob: string; problem: string }[] = [];
  let [count, bytes] = [0, 0];
  for await (const part of parts) {
    refuseInterrupted(signal);
    try {
      const loaded = await loadPart(blobs, part, `content ${part.digest}`);
      hash.update(`${part.blob}\n`).update(loaded.bytes);
      await archive.add(`${BLOBS_FOLDER}${part.blob}`, loaded.bytes);
      count += 1;
      bytes += loaded.bytes.length;
    } catch (error) {
      if (!(error instanceof AssayError) || error.code !== 'blob_damaged') throw error;
      damaged.push({ blob: part.blob, problem: error.message });
    }
  }
  return { count, bytes, digest: hash.digest('hex'), damaged };
}

async function* listOutside(client: CopyClient): AsyncGenerator<OutsidePart> {
  for (let [organization, digest] = ['00000000-0000-0000-0000-000000000000', '']; ; ) {
    const page = await client.list(query(OutsidePart)`
      select organization_id as organization, ${partColumns} from evidence_parts
      where (organization_id, digest) > (${organization}::uuid, decode(${digest}, 'hex')) and blob is not null
      order by organization_id, digest limit ${BLOBS_AT_ONCE}`);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    [organization, digest] = [last.organization, last.digest];
  }
}

function refuseInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new AssayError('interrupted', 'interrupted; there is no backup');
}

const toJson = (document: object): Buffer => Buffer.from(`${JSON.stringify(document, null, 2)}\n`);
