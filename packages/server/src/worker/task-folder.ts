import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AssayError, listScenarioPaths, type OrganizationId, type Task } from '@assay/schema';
import { isInside } from '../archives/is-inside.ts';
import type { Tables } from '../store/store.ts';

/** Writes the files of a task into a folder, the base of its scenario's paths. */
export async function writeTaskFolder(
  { task_files }: Pick<Tables, 'task_files'>,
  { organization_id, task, folder }: { organization_id: OrganizationId; task: Task; folder: string },
): Promise<void> {
  refuseForeignPaths(task);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const file of await task_files.list(organization_id, task.task_id)) {
    if (!isInside(file.name)) throw foreign(file.name);
    const content = await task_files.read(organization_id, { task_id: task.task_id, name: file.name });
    if (content === undefined)
      throw new AssayError('internal', `The content of ${file.name} of ${task.task_id} is missing`);
    const path = join(folder, file.name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, { flag: 'wx' });
    // after writing, because the umask would restrict the mode
    await chmod(path, file.executable ? 0o755 : 0o644);
  }
}

// the author of the task is untrusted: its paths must not reach other files on this machine
function refuseForeignPaths({ scenario }: Task): void {
  const { workspace_seed: seed } = scenario;
  // nor may it make this machine connect to a URL of its choice
  if (typeof seed !== 'string' && 'git' in seed) throw foreign(seed.git);
  const outside = listScenarioPaths(scenario).find(({ path }) => !isInside(path));
  if (outside !== undefined) throw foreign(outside.path);
}

const foreign = (path: string): AssayError =>
  new AssayError(
    'invalid_config',
    `${JSON.stringify(path)} is not among the files of the task; freeze the scenario with its files`,
  );
