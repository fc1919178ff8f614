import { chmod, cp, lstat, mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { AssayError, listValidationIssues, Scenario } from '@assay/schema';
import { stringify } from 'yaml';
import { FORMATS } from './formats/index.ts';
import type { ConvertedTask, FoundTask, TaskFile, TaskFormat } from './formats/task-format.ts';

export interface ImportOptions {
  /** A file or folder of tasks. */
  readonly path: string;
  /** The format, if its content should not decide. */
  readonly format?: string;
  /** Each task becomes a folder in it. */
  readonly out: string;
}

export interface Imported {
  readonly format: string;
  readonly tasks: readonly ImportedTask[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

interface ForeignScenarios extends Pick<Imported, 'format' | 'skipped'> {
  readonly tasks: readonly { readonly path: string; readonly scenario: Scenario }[];
}

interface ImportedTask {
  readonly name: string;
  readonly folder: string;
  /** What cannot be honored, by field. */
  readonly notes: readonly string[];
}

const MAX_TASK_BYTES = 2 * 1024 ** 3;
const MAX_TASK_ENTRIES = 100_000;

/** Finds the tasks of others in a file or folder; undefined if no format knows it. */
export async function findForeignTasks(
  path: string,
  asked?: string,
): Promise<{ readonly format: TaskFormat; readonly found: readonly FoundTask[] } | undefined> {
  for (const format of FORMATS.filter(({ id }) => asked === undefined || id === asked)) {
    const found = await format.find(path);
    if (found.length > 0) return { format, found };
  }
  return undefined;
}

/** Writes the tasks of others as scenarios. One that cannot be converted is skipped with its reason. */
export async function importTasks({ path, format: asked, out }: ImportOptions): Promise<Imported> {
  const known = FORMATS.map(({ id }) => id).join(', ');
  if (asked !== undefined && !FORMATS.some(({ id }) => id === asked))
    throw new AssayError('usage', `expected --format to be one of ${known}, found ${asked}`);
  const source = await findForeignTasks(path, asked);
  if (source === undefined)
    throw new AssayError('invalid_input', `${path} has no tasks of a known format (${asked ?? known})`);
  const { taken: tasks, skipped } = await takeTasks(source.found, async (task) => {
    const folder = join(out, task.name);
    await writeTask(task, folder);
    return { name: task.name, folder, notes: task.notes };
  });
  return { format: source.format.id, tasks, skipped };
}

/** The tasks of others as scenarios, without writing anything; undefined if no format knows the path. */
export async function readForeignScenarios(path: string): Promise<ForeignScenarios | undefined> {
  const source = await findForeignTasks(path);
  if (source === undefined) return undefined;
  const { taken: tasks, skipped } = await takeTasks(source.found, async (task) => ({
    path: task.path,
    scenario: Scenario.parse(checkTask(task)),
  }));
  return { format: source.format.id, tasks, skipped };
}

interface NamedTask extends ConvertedTask {
  /** Where it was found. */
  readonly path: string;
}

/** Converts tasks and gives each a unique name. One that cannot be taken is skipped with its reason. */
async function takeTasks<Taken>(
  found: readonly FoundTask[],
  take: (task: NamedTask) => Promise<Taken>,
): Promise<{ taken: Taken[]; skipped: { path: string; reason: string }[] }> {
  const taken: Taken[] = [];
  const skipped: { path: string; reason: string }[] = [];
  const names = new Set<string>();
  for (const { path, convert } of found) {
    try {
      const converted = await convert();
      taken.push(await take({ ...converted, path, name: makeUnique(converted.name, names) }));
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
      skipped.push({ path, reason: error.message });
    }
  }
  return { taken, skipped };
}

// a name is a folder, a column of reports and part of identifiers
function makeUnique(given: string, names: Set<string>): string {
  const plain =
    given
      .normalize('NFKD')
      .replace(/[^\w.-]+/g, '-')
      .replace(/^[-.]+|-+$/g, '')
      .slice(0, 100) || 'task';
  let name = plain;
  for (let number = 2; names.has(name.toLowerCase()); number++) name = `${plain}-${number}`;
  names.add(name.toLowerCase());
  return name;
}

/** The scenario of a task as a document. Throws if it is not valid. */
function checkTask({ name, scenario }: ConvertedTask): Readonly<Record<string, unknown>> {
  const document = { name, ...scenario };
  const faults = listValidationIssues(Scenario, document);
  if (faults.length === 0) return document;
  const list = faults.map(({ path, expected, found }) => `${path.join('.')}: expected ${expected}, found ${found}`);
  throw new AssayError('invalid_config', list.join('; '));
}

async function writeTask(task: ConvertedTask, folder: string): Promise<void> {
  const document = checkTask(task);
  const { files } = task;
  if ((await lstat(folder).catch(() => undefined)) !== undefined)
    throw new AssayError('conflict', `${folder} is already there; remove it, or choose another --out`);
  for (const file of files) if ('from' in file) await refuseUnsafe(file.from);
  await mkdir(folder, { recursive: true });
  for (const file of files) await writeTaskFile(file, folder);
  await writeFile(join(folder, 'scenario.yaml'), stringify(document, { lineWidth: 0 }));
}

async function writeTaskFile(file: TaskFile, folder: string): Promise<void> {
  const target = join(folder, file.to);
  await mkdir(dirname(target), { recursive: true });
  if ('from' in file) await cp(file.from, target, { recursive: true, verbatimSymlinks: true });
  else {
    await writeFile(target, file.text);
    if (file.executable === true) await chmod(target, 0o755);
  }
}

/** Refuses links that lead out, devices, and more than a task can need. */
async function refuseUnsafe(root: string): Promise<void> {
  let [bytes, count] = [0, 0];
  const visit = async (path: string): Promise<void> => {
    const found = await lstat(path).catch(() => undefined);
    const shown = relative(dirname(root), path);
    if (found === undefined) throw new AssayError('unreadable_file', `${shown} is missing`);
    count += 1;
    if (count > MAX_TASK_ENTRIES)
      throw new AssayError('invalid_input', `${shown}: more than ${MAX_TASK_ENTRIES} files`);
    if (found.isSymbolicLink()) {
      const target = await readlink(path);
      const way = relative(root, resolve(dirname(path), target));
      if (isAbsolute(target) || way.startsWith('..'))
        throw new AssayError('invalid_input', `${shown} is a link to ${JSON.stringify(target)}, outside of its folder`);
    } else if (found.isDirectory()) {
      for (const name of await readdir(path)) await visit(join(path, name));
    } else if (found.isFile()) {
      bytes += found.size;
      if (bytes > MAX_TASK_BYTES)
        throw new AssayError('invalid_input', `${shown}: the files of the task have more than ${MAX_TASK_BYTES} bytes`);
    } else throw new AssayError('invalid_input', `${shown} is neither a file nor a folder nor a link`);
  };
  await visit(root);
}
