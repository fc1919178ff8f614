import { createHash, type Hash } from 'node:crypto';
import { AssayError } from '@assay/schema';
import type { z } from 'zod';
import { MIGRATIONS } from '../store/schema/index.ts';
import { refuseAnotherPast } from '../store/sql/migrate.ts';
import { type ArchiveFile, readArchive } from './archive-reader.ts';
import {
  BackupHeader,
  BackupManifest,
  BLOBS_FOLDER,
  HEADER_FILE,
  MANIFEST_FILE,
  TABLES_FOLDER,
} from './backup-format.ts';

/** Receives the parts of a backup in their order. */
export interface BackupReceiver {
  header?(header: BackupHeader): Promise<void>;
  /** A part of the rows of a table, in the text format of COPY. All parts of a table follow each other. */
  rows?(table: string, chunk: Uint8Array): Promise<void>;
  blob?(name: string, content: Buffer): Promise<void>;
}

export interface ReadBackup {
  readonly header: BackupHeader;
  readonly manifest: BackupManifest;
}

const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;
// a content, with room for its compression
const MAX_BLOB_BYTES = 257 * 1024 * 1024;

/** Reads a whole backup and compares it with its manifest. Throws at the first thing that is wrong. */
export async function readBackup(file: string, receiver: BackupReceiver = {}): Promise<ReadBackup> {
  const invalid = (problem: string): AssayError => new AssayError('invalid_backup', `${file}: ${problem}`);
  const tables = new Map<string, Hash>();
  const blobs = createHash('sha256');
  let count = 0;
  let header: BackupHeader | undefined;
  let manifest: BackupManifest | undefined;
  for await (const part of readArchive(file)) {
    if (header === undefined) {
      if (part.name !== HEADER_FILE)
        throw invalid(`expected a backup of Assay, found an archive with ${JSON.stringify(part.name)}`);
      header = await readHeader(part, invalid);
      await receiver.header?.(header);
      continue;
    }
    if (manifest !== undefined)
      throw invalid(`expected nothing after the manifest, found ${JSON.stringify(part.name)}`);
    const table = readTableName(part.name);
    if (part.name === MANIFEST_FILE) manifest = await readDocument(part, BackupManifest, invalid);
    else if (table !== undefined) {
      const hash = tables.get(table) ?? createHash('sha256');
      tables.set(table, hash);
      for await (const chunk of part.content) {
        hash.update(chunk);
        await receiver.rows?.(table, chunk);
      }
    } else if (part.name.startsWith(BLOBS_FOLDER)) {
      const name = part.name.slice(BLOBS_FOLDER.length);
      const content = await readContent(part, MAX_BLOB_BYTES, invalid);
      blobs.update(`${name}\n`).update(content);
      count += 1;
      await receiver.blob?.(name, content);
    } else throw invalid(`unexpected file ${JSON.stringify(part.name)}`);
  }
  if (header === undefined || manifest === undefined) throw invalid('it is incomplete: its end is missing');
  const empty = createHash('sha256').digest('hex');
  const found = new Map([...tables].map(([name, hash]) => [name, hash.digest('hex')]));
  for (const { name, digest } of manifest.tables) {
    if ((found.get(name) ?? empty) !== digest) throw invalid(`the table ${name} is damaged: its digest differs`);
    found.delete(name);
  }
  const [unknown] = found.keys();
  if (unknown !== undefined) throw invalid(`the table ${unknown} is not in the manifest`);
  if (blobs.digest('hex') !== manifest.blobs.digest || count !== manifest.blobs.count)
    throw invalid(`the blobs are damaged: expected ${manifest.blobs.count} with another digest, found ${count}`);
  return { header, manifest };
}

type Invalid = (problem: string) => AssayError;

const readTableName = (name: string): string | undefined =>
  new RegExp(`^${TABLES_FOLDER}([a-z_]+)/\\d+$`).exec(name)?.[1];

async function readHeader(part: ArchiveFile, invalid: Invalid): Promise<BackupHeader> {
  const header = await readDocument(part, BackupHeader, invalid);
  try {
    refuseAnotherPast(header.migrations, MIGRATIONS);
  } catch (cause) {
    const known = MIGRATIONS.length;
    const reason =
      header.migrations.length > known
        ? `written by a newer Assay (${header.assay_version}): it has ${header.migrations.length} migrations, this one knows ${known}. Update this one.`
        : `written by another build of Assay (${header.assay_version}): its migrations differ. Restore it with that build.`;
    throw new AssayError('invalid_backup', invalid(reason).message, { cause });
  }
  return header;
}

async function readDocument<Document>(
  part: ArchiveFile,
  schema: z.ZodType<Document>,
  invalid: Invalid,
): Promise<Document> {
  const content = await readContent(part, MAX_DOCUMENT_BYTES, invalid);
  let document: unknown;
  try {
    document = JSON.parse(content.toString());
  } catch {
    throw invalid(`${part.name} is not JSON`);
  }
  const parsed = schema.safeParse(document);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: '' };
  throw invalid(`${part.name}: ${path.join('.')}: ${message}`);
}

async function readContent({ name, size, content }: ArchiveFile, limit: number, invalid: Invalid): Promise<Buffer> {
  if (size > limit) throw invalid(`${JSON.stringify(name)} has ${size} bytes; at most ${limit} are allowed`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
