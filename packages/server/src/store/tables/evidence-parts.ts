import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { AssayError, Bytes, Digest, type OrganizationId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../sql/connection.ts';
import { toUuid } from '../sql/ids.ts';
import { sql } from '../sql/sql.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A stored content, selected with `partColumns`. */
export const StoredPart = z.object({
  digest: Digest,
  size_bytes: Bytes,
  encoding: z.enum(['identity', 'zstd']),
  content: z.instanceof(Buffer),
});
export type StoredPart = z.infer<typeof StoredPart>;

export const partColumns = sql`encode(digest, 'hex') as digest, size_bytes, encoding, content`;

// PostgreSQL values are limited to 1 GB, and both sides hold the whole value in memory
const MAX_PART_BYTES = 256 * 1024 * 1024;

/** Stores a content once per digest and returns the digest. `name` is for error messages. */
export async function savePart(
  connection: Connection,
  { organization_id, name, content }: { organization_id: OrganizationId; name: string; content: Uint8Array },
): Promise<Buffer> {
  if (content.length > MAX_PART_BYTES) {
    throw new AssayError(
      'payload_too_large',
      `${name} has ${content.length} bytes; at most ${MAX_PART_BYTES} are allowed`,
    );
  }
  const digest = createHash('sha256').update(content).digest();
  const packed = await compress(content);
  const [encoding, stored] = packed.length < content.length ? ['zstd', packed] : ['identity', content];
  await connection.run(sql`
    insert into evidence_parts (organization_id, digest, encoding, size_bytes, content)
    values (${toUuid(organization_id)}, ${digest}, ${encoding as string}, ${content.length}, ${stored as Uint8Array})
    on conflict do nothing`);
  return digest;
}

/** The original content, checked against its digest. */
export async function unpackPart({ digest, size_bytes, encoding, content }: StoredPart, name: string): Promise<Buffer> {
  const unpacked = encoding === 'identity' ? content : await decompress(content, { maxOutputLength: size_bytes });
  if (createHash('sha256').update(unpacked).digest('hex') === digest) return unpacked;
  throw new AssayError('internal', `The stored content of ${name} does not match its digest ${digest}`);
}
