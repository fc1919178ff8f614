import { createHash } from 'node:crypto';
import { Bytes, Count, Digest, type OrganizationId } from '@assay/schema';
import { z } from 'zod';
import type { Blobs } from '../../blobs/blob-store.ts';
import { workAtOnce } from '../../blobs/work-at-once.ts';
import type { Connection } from '../../sql/connection.ts';
import { formatId, toUuid } from '../../sql/ids.ts';
import { query, sql } from '../../sql/sql.ts';
import {
  ContentPlace,
  type PutContent,
  type PutContents,
  partColumns,
  putContent,
  refuseLarge,
  StoredPart,
} from './evidence-parts.ts';

/** A content without its bytes. */
const Content = ContentPlace.extend({ organization: z.string(), digest: Digest, size_bytes: Bytes });
export type Content = z.infer<typeof Content>;

export type ContentKey = Pick<Content, 'organization' | 'digest'>;

const Use = z.object({ kind: z.enum(['run', 'task']), id: z.string(), name: z.string() });
const Total = z.object({ contents: Count, bytes: Bytes });

const isContent = ({ organization, digest }: ContentKey) =>
  sql`organization_id = ${organization} and digest = decode(${digest}, 'hex')`;

// a request takes milliseconds, during which nothing else happens; the bytes are held in memory
const PUT_AT_ONCE = 16;
const MAX_BYTES_AT_ONCE = 32 * 1024 * 1024;

/** All contents of all organizations, wherever their bytes are. */
export const contentsTable = (connection: Connection, blobs: Blobs) => ({
  /**
   * Puts contents into the store outside of the database, except those that have a row. For `savePart` in a transaction
   * that follows: thousands of requests would hold its locks for minutes. Without such a store, does nothing.
   */
  async put(
    organization_id: OrganizationId,
    files: AsyncIterable<{ readonly name: string; readonly content: Uint8Array }>,
  ): Promise<PutContents> {
    const put = new Map<string, PutContent>();
    if (blobs.current === null) return put;
    const organization = toUuid(organization_id);
    const begun = new Set<string>();
    await workAtOnce(files, {
      at_once: PUT_AT_ONCE,
      max_bytes: MAX_BYTES_AT_ONCE,
      sizeOf: ({ content }) => content.length,
      async work({ name, content }) {
        refuseLarge(name, content);
        const key = { organization, digest: createHash('sha256').update(content).digest('hex') };
        if (begun.has(key.digest)) return;
        begun.add(key.digest);
        const stored = await connection.run(sql`select from evidence_parts where ${isContent(key)}`);
        if (stored === 0) put.set(key.digest, await putContent(blobs, { ...key, content }));
      },
    });
    return put;
  },

  /** The contents after a key, in order. */
  list: (after: ContentKey | null, limit: number): Promise<Content[]> =>
    connection.list(query(Content)`
      select organization_id as organization, encode(digest, 'hex') as digest, size_bytes, location, blob
      from evidence_parts
      ${
        after === null
          ? sql``
          : sql`where (organization_id, digest) > (${after.organization}::uuid, decode(${after.digest}, 'hex'))`
      }
      order by organization_id, digest limit ${limit}`),

  count: (): Promise<{ contents: number; bytes: number }> =>
    connection.get(query(Total)`
      select count(*) as contents, coalesce(sum(size_bytes), 0)::bigint as bytes from evidence_parts`),

  /** Undefined if it was deleted. */
  find: (key: ContentKey): Promise<StoredPart | undefined> =>
    connection.find(query(StoredPart)`select ${partColumns} from evidence_parts where ${isContent(key)}`),

  /** Says where the bytes are now. False if they are no longer where they were. */
  async relocate({ from, to, bytes }: { from: Content; to: ContentPlace; bytes: Uint8Array }): Promise<boolean> {
    const changed = await connection.run(sql`
      update evidence_parts
      set location = ${to.location}, blob = ${to.blob}, content = ${to.blob === null ? bytes : null}
      where ${isContent(from)} and location = ${from.location} and blob is not distinct from ${from.blob}`);
    return changed === 1;
  },

  /** The name of a content in errors: `diff.patch of run_…`, or its digest if no run or task has it. */
  async describeContent(key: ContentKey): Promise<string> {
    const use = await connection.find(query(Use)`
      (select 'run' as kind, run_id as id, name from run_evidence where ${isContent(key)} limit 1)
      union all
      (select 'task' as kind, task_id as id, name from task_files where ${isContent(key)} limit 1)
      limit 1`);
    return use === undefined ? `content ${key.digest}` : `${use.name} of ${formatId(use.kind, use.id)}`;
  },
});
