import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { AssayError, type OrganizationId, type Task } from '@assay/schema';
import type { Tables } from '../store/store.ts';

/** Writes what a task was frozen with into a folder, from where the paths of its scenario start. */
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
      throw new AssayError('internal', `Expected the content of ${file.name} of ${task.task_id}, found none`);
    const path = join(folder, file.name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, { flag: 'wx' });
    // after it was written, since the mask of this process would take away from it
    await chmod(path, file.executable ? 0o755 : 0o644);
  }
}

// whoever froze the task may be a stranger: none of its paths may lead to what else is on this machine
function refuseForeignPaths({ scenario }: Task): void {
  const { workspace_seed: seed, oracle, skills, artifacts } = scenario;
  const paths = [...skills, ...artifacts, ...(oracle === undefined ? [] : [oracle])];
  if (seed !== 'empty') {
    if ('copy' in seed) paths.push(seed.copy);
    else if ('archive' in seed) paths.push(seed.archive);
    // nor may it send this machine to whatever address it names
    else throw foreign(seed.git);
  }
  const outside = paths.find((path) => !isInside(path));
  if (outside !== undefined) throw foreign(outside);
}

const isInside = (path: string): boolean =>
  !path.includes('\0') && !path.includes('\\') && !posix.isAbsolute(path) && !/^\.\.(\/|$)/.test(posix.normalize(path));

const foreign = (path: string): AssayError =>
  new AssayError(
    'invalid_config',
    `Expected what came with the task, inside the folder of its scenario, found ${JSON.stringify(path)}: freeze it with its files`,
  );
