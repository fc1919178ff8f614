import { Bytes, Digest, type OrganizationId, type TaskId } from '@assay/schema';
import { z } from 'zod';
import type { Blobs } from '../../blobs/blob-store.ts';
import type { Connection } from '../../sql/connection.ts';
import { toUuid } from '../../sql/ids.ts';
import { query, sql } from '../../sql/sql.ts';
import { type PutContents, partColumns, readPart, StoredPart, savePart } from './evidence-parts.ts';

/** A file frozen with a task: named by its scenario or part of the initial workspace. */
export const TaskFile = z.object({
  name: z.string().min(1),
  executable: z.boolean(),
  digest: Digest,
  size_bytes: Bytes,
});
export type TaskFile = z.infer<typeof TaskFile>;

/** A file to store. */
export type NewTaskFile = Pick<TaskFile, 'name' | 'executable'> & { readonly content: Uint8Array };

export const taskFilesTable = (connection: Connection, blobs: Blobs) => ({
  /** Stores all files of a task at once; none can be added later. */
  async keep(
    organization_id: OrganizationId,
    { task_id, files, put }: { task_id: TaskId; files: AsyncIterable<NewTaskFile>; put?: PutContents },
  ): Promise<number> {
    const kept: { name: string; executable: boolean; digest: string }[] = [];
    for await (const { name, executable, content } of files) {
      const digest = await savePart({ connection, blobs }, { organization_id, name, content, put });
      kept.push({ name, executable, digest: digest.toString('hex') });
    }
    return await connection.run(sql`
        insert into task_files (organization_id, task_id, name, executable, digest)
        select ${toUuid(organization_id)}, ${toUuid(task_id)}, name, executable, decode(digest, 'hex')
        from unnest(
          ${kept.map(({ name }) => name)}::text[], ${kept.map(({ executable }) => executable)}::boolean[],
          ${kept.map(({ digest }) => digest)}::text[]
        ) as file (name, executable, digest)`);
  },

  /** Sorted by name. */
  list: (organization_id: OrganizationId, task_id: TaskId): Promise<TaskFile[]> =>
    connection.list(query(TaskFile)`
        select name, executable, encode(digest, 'hex') as digest, size_bytes
        from task_files join evidence_parts using (organization_id, digest)
        where organization_id = ${toUuid(organization_id)} and task_id = ${toUuid(task_id)}
        order by name`),

  /** The content of a file, checked against its digest. */
  read: (
    organization_id: OrganizationId,
    { task_id, name }: { task_id: TaskId; name: string },
  ): Promise<Buffer | undefined> =>
    readPart(blobs, {
      name: `${name} of ${task_id}`,
      find: () =>
        connection.find(query(StoredPart)`
          select ${partColumns}
          from task_files join evidence_parts using (organization_id, digest)
          where organization_id = ${toUuid(organization_id)} and task_id = ${toUuid(task_id)} and name = ${name}`),
    }),
});
