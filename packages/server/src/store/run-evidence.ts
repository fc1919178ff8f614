import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { AssayError, Bytes, Digest, type OrganizationId, type RunId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from './connection.ts';
import { uuidOf } from './ids.ts';
import { query, sql } from './sql.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A file of a run, by name and content. */
export const EvidencePart = z.object({ name: z.string().min(1), digest: Digest, size_bytes: Bytes });
export type EvidencePart = z.infer<typeof EvidencePart>;

const Content = z.object({
  digest: Digest,
  size_bytes: Bytes,
  encoding: z.enum(['identity', 'zstd']),
  content: z.instanceof(Buffer),
});

// PostgreSQL takes a value of 1 GB at most, and all of it is in memory at once on both sides
const MAX_PART_BYTES = 256 * 1024 * 1024;

/** Of one attempt at a run; 0 for a run that was executed elsewhere. */
export interface AttemptKey {
  readonly run_id: RunId;
  readonly attempt: number;
}

export const runEvidenceTable = (connection: Connection) => {
  const list = (organization_id: OrganizationId, { run_id, attempt }: AttemptKey): Promise<EvidencePart[]> =>
    connection.list(query(EvidencePart)`
      select name, encode(digest, 'hex') as digest, size_bytes
      from run_evidence join evidence_parts using (organization_id, digest)
      where organization_id = ${uuidOf(organization_id)} and run_id = ${uuidOf(run_id)} and attempt = ${attempt}
      order by name`);
  return {
    /** Keeps a file. The same content is kept once, however many runs left it; other content under its name is refused. */
    async put(
      organization_id: OrganizationId,
      { run_id, attempt, name, content }: AttemptKey & { name: string; content: Uint8Array },
    ): Promise<EvidencePart> {
      if (content.length > MAX_PART_BYTES) {
        throw new AssayError(
          'payload_too_large',
          `Expected ${name} to have at most ${MAX_PART_BYTES} bytes, found ${content.length}`,
        );
      }
      const digest = createHash('sha256').update(content).digest();
      const organization = uuidOf(organization_id);
      const packed = await compress(content);
      const [encoding, stored] = packed.length < content.length ? ['zstd', packed] : ['identity', content];
      await connection.run(sql`
      insert into evidence_parts (organization_id, digest, encoding, size_bytes, content)
      values (${organization}, ${digest}, ${encoding as string}, ${content.length}, ${stored as Uint8Array})
      on conflict do nothing`);
      const linked = await connection.run(sql`
      insert into run_evidence (organization_id, run_id, attempt, name, digest)
      values (${organization}, ${uuidOf(run_id)}, ${attempt}, ${name}, ${digest})
      on conflict (organization_id, run_id, attempt, name) do nothing`);
      const part = { name, digest: digest.toString('hex'), size_bytes: content.length };
      if (linked === 1) return part;
      const kept = (await list(organization_id, { run_id, attempt })).find((other) => other.name === name);
      if (kept?.digest === part.digest) return part;
      throw new AssayError('conflict', `Expected ${name} of ${run_id} as it was kept before, found other content`);
    },

    list,

    /** The content of a file, checked against its digest. */
    async read(
      organization_id: OrganizationId,
      { run_id, attempt, name }: AttemptKey & { name: string },
    ): Promise<Buffer | undefined> {
      const part = await connection.find(query(Content)`
      select encode(digest, 'hex') as digest, size_bytes, encoding, content
      from run_evidence join evidence_parts using (organization_id, digest)
      where organization_id = ${uuidOf(organization_id)} and run_id = ${uuidOf(run_id)} and attempt = ${attempt}
        and name = ${name}`);
      if (part === undefined) return undefined;
      const content =
        part.encoding === 'identity'
          ? part.content
          : await decompress(part.content, { maxOutputLength: part.size_bytes });
      if (createHash('sha256').update(content).digest('hex') !== part.digest) {
        throw new AssayError(
          'internal',
          `Expected ${name} of ${run_id} to have the digest ${part.digest}, found another`,
        );
      }
      return content;
    },
  };
};
