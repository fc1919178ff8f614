import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { AssayError, Bytes, Digest, type OrganizationId } from '@assay/schema';
import { z } from 'zod';
import { createBlobName } from '../../blobs/blob-name.ts';
import type { Blobs } from '../../blobs/blob-store.ts';
import { IN_DATABASE } from '../../blobs/open-blobs.ts';
import type { Connection } from '../../sql/connection.ts';
import { toUuid } from '../../sql/ids.ts';
import { sql } from '../../sql/sql.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const Encoding = z.enum(['identity', 'zstd']);

/** Where the bytes of a content are: in the row, or under a name in a store. */
export const ContentPlace = z.object({ location: z.string(), blob: z.string().nullable() });
export type ContentPlace = z.infer<typeof ContentPlace>;

/** A stored content, selected with `partColumns`. */
export const StoredPart = ContentPlace.extend({
  digest: Digest,
  size_bytes: Bytes,
  encoding: Encoding,
  content: z.instanceof(Buffer).nullable(),
});
export type StoredPart = z.infer<typeof StoredPart>;

export const partColumns = sql`encode(digest, 'hex') as digest, size_bytes, encoding, content, location, blob`;

// PostgreSQL values are limited to 1 GB, and both sides hold the whole value in memory
const MAX_PART_BYTES = 256 * 1024 * 1024;

interface NewPart {
  readonly organization_id: OrganizationId;
  /** For error messages. */
  readonly name: string;
  readonly content: Uint8Array;
  /** Contents that were put before the transaction. */
  readonly put?: PutContents | undefined;
}

/** A content in the place where it will be stored; `bytes` if that is its row. */
export interface PutContent {
  readonly encoding: z.infer<typeof Encoding>;
  readonly place: ContentPlace;
  readonly bytes: Uint8Array | null;
}

/** Contents without a row yet, by digest. */
export type PutContents = ReadonlyMap<string, PutContent>;

/** Stores a content once per digest and returns the digest. */
export async function savePart(
  { connection, blobs }: { connection: Connection; blobs: Blobs },
  { organization_id, name, content, put }: NewPart,
): Promise<Buffer> {
  refuseLarge(name, content);
  const organization = toUuid(organization_id);
  const digest = createHash('sha256').update(content).digest();
  if (blobs.current !== null && (await isStored(connection, { organization, digest }))) return digest;
  const key = { organization, digest: digest.toString('hex') };
  const { encoding, place, bytes } = put?.get(key.digest) ?? (await putContent(blobs, { ...key, content }));
  await connection.run(sql`
    insert into evidence_parts (organization_id, digest, encoding, size_bytes, content, location, blob)
    values (${organization}, ${digest}, ${encoding}, ${content.length}, ${bytes}, ${place.location}, ${place.blob})
    on conflict do nothing`);
  return digest;
}

export function refuseLarge(name: string, { length }: Uint8Array): void {
  if (length > MAX_PART_BYTES)
    throw new AssayError('payload_too_large', `${name} has ${length} bytes; at most ${MAX_PART_BYTES} are allowed`);
}

/** Locks the row until the end of a transaction, so that it is not deleted before something refers to it. */
const isStored = async (
  connection: Connection,
  { organization, digest }: { organization: string; digest: Buffer },
): Promise<boolean> =>
  (await connection.run(sql`
    select from evidence_parts where organization_id = ${organization} and digest = ${digest} for key share`)) === 1;

/**
 * Puts a content where new ones are stored. Before its row: whatever fails in between leaves a blob that nobody needs,
 * never a row without its blob.
 */
export async function putContent(
  { current }: Pick<Blobs, 'current'>,
  { content, ...key }: { organization: string; digest: string; content: Uint8Array },
): Promise<PutContent> {
  const packed = await compress(content);
  const [encoding, bytes] =
    packed.length < content.length ? (['zstd', packed] as const) : (['identity', content] as const);
  if (current === null) return { encoding, bytes, place: { location: IN_DATABASE, blob: null } };
  const blob = createBlobName(key, encoding);
  await current.put(blob, bytes);
  return { encoding, bytes: null, place: { location: current.location, blob } };
}

/** A content to read: how its row is found, and a name for error messages. */
export interface SoughtPart {
  readonly find: () => Promise<StoredPart | undefined>;
  readonly name: string;
}

/** A content, and the bytes that are stored for it: the same, or compressed. */
export interface LoadedPart {
  readonly content: Buffer;
  readonly bytes: Buffer;
  readonly encoding: StoredPart['encoding'];
}

/** The original content, checked against its digest; undefined without a row. */
export const readPart = async (blobs: Pick<Blobs, 'at'>, sought: SoughtPart): Promise<Buffer | undefined> =>
  (await findPart(blobs, sought))?.content;

/**
 * Like `readPart`, with the stored bytes. A content may be moved after its row was read, so the row is read again before
 * anything is called missing.
 */
export async function findPart(blobs: Pick<Blobs, 'at'>, { find, name }: SoughtPart): Promise<LoadedPart | undefined> {
  const part = await find();
  if (part === undefined) return undefined;
  try {
    return await loadPart(blobs, part, name);
  } catch (error) {
    const moved = await find();
    if (moved?.location === part.location && moved.blob === part.blob) throw error;
    return moved && (await loadPart(blobs, moved, name));
  }
}

/** Loads a content. Throws if its bytes are missing or not that content. */
export async function loadPart(blobs: Pick<Blobs, 'at'>, part: StoredPart, name: string): Promise<LoadedPart> {
  const { digest, encoding, size_bytes, location, blob } = part;
  const where = blob === null ? 'the database' : `${blob} in ${location}`;
  const bytes = blob === null ? part.content : await blobs.at(location).get(blob, { max_bytes: size_bytes });
  if (bytes === undefined || bytes === null)
    throw new AssayError('blob_damaged', `The content of ${name} is missing: there is no ${where}`);
  const content = encoding === 'identity' ? bytes : await unpack(bytes, size_bytes);
  if (content !== undefined && createHash('sha256').update(content).digest('hex') === digest)
    return { content, bytes, encoding };
  throw new AssayError(
    'blob_damaged',
    `The content of ${name} does not match its digest ${digest}: ${where} is damaged`,
  );
}

// the smallest that zlib takes, and one that makes few pieces of a long transcript
const [LEAST_CHUNK_BYTES, MOST_CHUNK_BYTES] = [64, 1024 * 1024];

const unpack = (bytes: Buffer, size_bytes: number): Promise<Buffer | undefined> =>
  decompress(bytes, {
    // the shortest output that is allowed is one byte
    maxOutputLength: Math.max(size_bytes, 1),
    chunkSize: Math.min(Math.max(size_bytes, LEAST_CHUNK_BYTES), MOST_CHUNK_BYTES),
  }).catch(() => undefined);
