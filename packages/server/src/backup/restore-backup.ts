import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { AssayError } from '@assay/schema';
import { z } from 'zod';
import { ownedByAnother } from '../blobs/require-own-blobs.ts';
import { parseBlobName } from '../store/blobs/blob-name.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import { IN_DATABASE, openBlobs } from '../store/blobs/open-blobs.ts';
import { MIGRATIONS } from '../store/schema/index.ts';
import { type CopyClient, openCopyClient } from '../store/sql/copy-client.ts';
import { toAssayError } from '../store/sql/database-error.ts';
import { lockMigrations, migrateWithin } from '../store/sql/migrate.ts';
import { query, sql } from '../store/sql/sql.ts';
import { readMark } from '../upkeep/delete-blobs.ts';
import type { BackupManifest } from './backup-format.ts';
import { listTables } from './list-tables.ts';
import { type ReadBackup, readBackup } from './read-backup.ts';

export interface RestoreOptions {
  readonly url: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly file: string;
  /** What a first reading of the whole file found. */
  readonly verified: ReadBackup;
  readonly onTable: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** Restores a backup into an empty database, in one transaction, and migrates it to the current schema. */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const { url, file, verified, environment } = options;
  const { current } = openBlobs(environment);
  // an empty database owns no store; its mark is made when a server starts, because this transaction may fail
  if (verified.header.blobs && current !== null && (await readMark(current)) !== undefined)
    throw ownedByAnother(current);
  await using client = await openCopyClient(url);
  await client.begin('read committed');
  await lockMigrations(client);
  await requireEmpty(client);
  await migrateWithin(client, MIGRATIONS.slice(0, verified.header.migrations.length));
  // what the triggers did is in the rows already
  await switchTriggers(client, 'disable');
  const tables = createTableWriter(client, options);
  const blobs = createBlobWriter(client, { ...options, current });
  const { manifest } = await readBackup(file, {
    rows: tables.write,
    blob: async (name, content) => {
      await tables.finish();
      await blobs.write(name, content);
    },
  });
  await tables.finish();
  await switchTriggers(client, 'enable');
  await migrateWithin(client, MIGRATIONS);
  // an older schema has no locations
  await blobs.finish();
  await client.commit();
  return manifest;
}

const Found = z.object({ tables: z.int() });

async function requireEmpty(client: CopyClient): Promise<void> {
  const { tables } = await client.get(query(Found)`
    select count(*)::integer as tables from pg_class
    where relkind in ('r', 'p', 'v', 'm') and relnamespace::regnamespace::text in ('public', 'assay_queue')`);
  if (tables === 0) return;
  throw new AssayError(
    'conflict',
    `the database is not empty: it has ${tables} tables. Restore into a new one; nothing was changed.`,
  );
}

async function switchTriggers(client: CopyClient, to: 'disable' | 'enable'): Promise<void> {
  for (const { name } of await listTables(client))
    await client.run({ strings: [`alter table ${name} ${to} trigger user`], values: [] });
}

/** Writes rows to the tables, one table after the other. */
function createTableWriter(client: CopyClient, { verified: { manifest }, onTable, signal }: RestoreOptions) {
  let open: { readonly table: string; readonly rows: RowWriter } | undefined;
  let count = 0;
  const finish = async (): Promise<void> => {
    await open?.rows.finish();
    open = undefined;
  };
  return {
    finish,
    async write(table: string, chunk: Uint8Array): Promise<void> {
      if (signal.aborted) throw new AssayError('interrupted', 'interrupted; nothing was restored');
      if (open?.table !== table) {
        await finish();
        onTable(++count, manifest.tables.length);
        open = { table, rows: await openTable(client, table, manifest) };
      }
      await open.rows.write(chunk);
    },
  };
}

async function openTable(client: CopyClient, table: string, manifest: BackupManifest): Promise<RowWriter> {
  const columns = manifest.tables.find(({ name }) => name === table)?.columns;
  // names of this schema only: the file could name anything
  const known = (await listTables(client)).find(({ name }) => name === table);
  if (columns === undefined || known === undefined || columns.some((column) => !known.columns.includes(column)))
    throw new AssayError('invalid_backup', `this Assay has no table ${table} with the columns of the backup`);
  return writeRows(client.copyIn(`copy ${table} (${columns.join(', ')}) from stdin`));
}

interface RowWriter {
  write(chunk: Uint8Array): Promise<void>;
  finish(): Promise<void>;
}

/** Writes to the database, one chunk at a time: after an error, the stream must not be used any more. */
function writeRows(stream: Writable): RowWriter {
  const ended = finished(stream).catch((error: unknown) => {
    throw toAssayError(error);
  });
  // it is also awaited with the next chunk
  ended.catch(() => undefined);
  let failed = false;
  stream.on('error', () => {
    failed = true;
  });
  return {
    async write(chunk) {
      if (failed) return await ended;
      await Promise.race([new Promise<void>((written) => stream.write(chunk, () => written())), ended]);
    },
    async finish() {
      if (!failed) stream.end();
      await ended;
    },
  };
}

/** Puts contents where this process stores new ones. */
function createBlobWriter(
  client: CopyClient,
  { current, verified, signal }: RestoreOptions & { readonly current: BlobStore | null },
) {
  return {
    async write(name: string, content: Buffer): Promise<void> {
      if (signal.aborted) throw new AssayError('interrupted', 'interrupted; nothing was restored');
      const key = parseBlobName(name);
      if (key === undefined) throw new AssayError('invalid_backup', `not the name of a blob: ${JSON.stringify(name)}`);
      if (current !== null) {
        await current.put(name, content);
        return;
      }
      await client.run(sql`
        update evidence_parts set location = ${IN_DATABASE}, blob = null, content = ${content}
        where organization_id = ${key.organization} and digest = decode(${key.digest}, 'hex') and blob = ${name}`);
    },
    async finish(): Promise<void> {
      // without blobs, the rows say where they still are
      if (!verified.header.blobs || current === null) return;
      await client.run(sql`
        update evidence_parts set location = ${current.location}
        where blob is not null and location <> ${current.location}`);
    },
  };
}
