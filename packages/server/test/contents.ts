import type { OrganizationId } from '@assay/schema';
import type { Store } from '../src/store/store.ts';
import { createOrganization } from './database.ts';
import { buildTask } from './runs.ts';

export interface KeptFiles {
  readonly organization_id: OrganizationId;
  /** Reads a file as any store would. */
  read(store: Store, name: string): Promise<string | undefined>;
}

/** Stores the files of a new task of a new organization. */
export async function keepFiles(store: Store, files: Readonly<Record<string, string>>): Promise<KeptFiles> {
  const organization_id = await createOrganization(store);
  const task = buildTask();
  const { task_id } = task;
  await store.tasks.keep(organization_id, task);
  const given = Object.entries(files).map(([name, text]) => ({ name, executable: false, content: Buffer.from(text) }));
  await store.task_files.keep(organization_id, { task_id, files: ReadableStream.from(given) });
  return {
    organization_id,
    read: async (reader, name) => (await reader.task_files.read(organization_id, { task_id, name }))?.toString(),
  };
}
