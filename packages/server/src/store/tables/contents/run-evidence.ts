import { AssayError, Bytes, Digest, type OrganizationId, type RunId } from '@assay/schema';
import { z } from 'zod';
import type { Blobs } from '../../blobs/blob-store.ts';
import type { Connection } from '../../sql/connection.ts';
import { toUuid } from '../../sql/ids.ts';
import { query, sql } from '../../sql/sql.ts';
import { findPart, type LoadedPart, type PutContents, partColumns, StoredPart, savePart } from './evidence-parts.ts';

/** A file of a run, by name and content. */
export const EvidencePart = z.object({ name: z.string().min(1), digest: Digest, size_bytes: Bytes });
export type EvidencePart = z.infer<typeof EvidencePart>;

/** An attempt at a run; 0 for a run executed elsewhere. */
export interface AttemptKey {
  readonly run_id: RunId;
  readonly attempt: number;
}

/** A file of an attempt. */
export interface FileKey extends AttemptKey {
  readonly name: string;
}

export const runEvidenceTable = (connection: Connection, blobs: Blobs) => {
  const list = (organization_id: OrganizationId, { run_id, attempt }: AttemptKey): Promise<EvidencePart[]> =>
    connection.list(query(EvidencePart)`
      select name, encode(digest, 'hex') as digest, size_bytes
      from run_evidence join evidence_parts using (organization_id, digest)
      where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)} and attempt = ${attempt}
      order by name`);
  const saveContent = async (
    organization_id: OrganizationId,
    { name, content, put }: { name: string; content: Uint8Array; put?: PutContents | undefined },
  ): Promise<EvidencePart> => {
    const digest = await savePart({ connection, blobs }, { organization_id, name, content, put });
    return { name, digest: digest.toString('hex'), size_bytes: content.length };
  };
  const link = async (
    organization_id: OrganizationId,
    { run_id, attempt, parts }: AttemptKey & { parts: readonly EvidencePart[] },
  ): Promise<void> => {
    const linked = await connection.run(sql`
      insert into run_evidence (organization_id, run_id, attempt, name, digest)
      select ${toUuid(organization_id)}, ${toUuid(run_id)}, ${attempt}, name, decode(digest, 'hex')
      from unnest(${parts.map(({ name }) => name)}::text[], ${parts.map(({ digest }) => digest)}::text[])
        as part (name, digest)
      on conflict (organization_id, run_id, attempt, name) do nothing`);
    if (linked === parts.length) return;
    const kept = new Map((await list(organization_id, { run_id, attempt })).map(({ name, digest }) => [name, digest]));
    const other = parts.find(({ name, digest }) => kept.get(name) !== digest);
    if (other !== undefined)
      throw new AssayError('conflict', `${other.name} of ${run_id} is already stored with different content`);
  };
  const find = (organization_id: OrganizationId, { run_id, attempt, name }: FileKey): Promise<LoadedPart | undefined> =>
    findPart(blobs, {
      name: `${name} of ${run_id}`,
      find: () =>
        connection.find(query(StoredPart)`
          select ${partColumns}
          from run_evidence join evidence_parts using (organization_id, digest)
          where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)} and attempt = ${attempt}
            and name = ${name}`),
    });
  return {
    /** Stores the content of a file, for `link`. The same content is stored once for all runs. */
    saveContent,

    /** Links files to a run. Throws if a name already has different content. */
    link,

    /** Stores a file of a run. */
    async put(
      organization_id: OrganizationId,
      { run_id, attempt, name, content }: AttemptKey & { name: string; content: Uint8Array },
    ): Promise<EvidencePart> {
      const part = await saveContent(organization_id, { name, content });
      await link(organization_id, { run_id, attempt, parts: [part] });
      return part;
    },

    list,

    find,

    /** The content of a file of a run, checked against its digest. */
    read: async (organization_id: OrganizationId, file: FileKey): Promise<Buffer | undefined> =>
      (await find(organization_id, file))?.content,
  };
};
