import { Bytes, Count, Digest } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { formatId } from '../../sql/ids.ts';
import { query, sql } from '../../sql/sql.ts';
import { ContentPlace, partColumns, StoredPart } from './evidence-parts.ts';

/** A content without its bytes. */
const Content = ContentPlace.extend({ organization: z.string(), digest: Digest, size_bytes: Bytes });
export type Content = z.infer<typeof Content>;

export type ContentKey = Pick<Content, 'organization' | 'digest'>;

const Use = z.object({ kind: z.enum(['run', 'task']), id: z.string(), name: z.string() });
const Total = z.object({ contents: Count, bytes: Bytes });

const isContent = ({ organization, digest }: ContentKey) =>
  sql`organization_id = ${organization} and digest = decode(${digest}, 'hex')`;

/** All contents of all organizations, wherever their bytes are. */
export const contentsTable = (connection: Connection) => ({
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

  /** Names a file with this content for an error message: `diff.patch of run_…`. Without such a file, the digest. */
  async describeContent(key: ContentKey): Promise<string> {
    const use = await connection.find(query(Use)`
      (select 'run' as kind, run_id as id, name from run_evidence where ${isContent(key)} limit 1)
      union all
      (select 'task' as kind, task_id as id, name from task_files where ${isContent(key)} limit 1)
      limit 1`);
    return use === undefined ? `content ${key.digest}` : `${use.name} of ${formatId(use.kind, use.id)}`;
  },
});
