import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { AssayError, Bytes, Digest, type OrganizationId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../sql/connection.ts';
import { uuidOf } from '../sql/ids.ts';
import { sql } from '../sql/sql.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A content as it is kept; what is asked for with `partColumns`. */
export const StoredPart = z.object({
  digest: Digest,
  size_bytes: Bytes,
  encoding: z.enum(['identity', 'zstd']),
  content: z.instanceof(Buffer),
});
export type StoredPart = z.infer<typeof StoredPart>;

export const partColumns = sql`encode(digest, 'hex') as digest, size_bytes, encoding, content`;

// PostgreSQL takes a value of 1 GB at most, and all of it is in memory at once on both sides
const MAX_PART_BYTES = 256 * 1024 * 1024;

/** Keeps a content, once, however many times it is brought; by which digest. `name` is what a refusal calls it. */
export async function savePart(
  connection: Connection,
  { organization_id, name, content }: { organization_id: OrganizationId; name: string; content: Uint8Array },
): Promise<Buffer> {
  if (content.length > MAX_PART_BYTES) {
    throw new AssayError(
      'payload_too_large',
      `Expected ${name} to have at most ${MAX_PART_BYTES} bytes, found ${content.length}`,
    );
  }
  const digest = createHash('sha256').update(content).digest();
  const packed = await compress(content);
  const [encoding, stored] = packed.length < content.length ? ['zstd', packed] : ['identity', content];
  await connection.run(sql`
    insert into evidence_parts (organization_id, digest, encoding, size_bytes, content)
    values (${uuidOf(organization_id)}, ${digest}, ${encoding as string}, ${content.length}, ${stored as Uint8Array})
    on conflict do nothing`);
  return digest;
}

/** What was kept, checked against its digest. */
export async function unpackPart({ digest, size_bytes, encoding, content }: StoredPart, name: string): Promise<Buffer> {
  const unpacked = encoding === 'identity' ? content : await decompress(content, { maxOutputLength: size_bytes });
  if (createHash('sha256').update(unpacked).digest('hex') === digest) return unpacked;
  throw new AssayError('internal', `Expected ${name} to have the digest ${digest}, found another`);
}
