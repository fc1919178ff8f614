import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { isRunning } from '@assay/detect';
import { type Host, instant } from '../../contracts/host.ts';
import { quote } from '../processes/quote.ts';
import { moveFolder } from '../workspace/move-folder.ts';
import { removeTree } from '../workspace/remove-tree.ts';
import { writeLinkScript } from './link-script.ts';

/** An installed environment. */
export interface StoredEnvironment {
  readonly name: string;
  readonly folder: string;
  /** The project or task that asked for it first. */
  readonly built_for: string;
  /** The date of the versions, if no lock file decides. */
  readonly date: string;
  readonly built_at: string;
  readonly used_at: string;
  readonly size_bytes: number;
  /** The folders that the installation created, such as `node_modules`. */
  readonly folders: readonly string[];
}

/** The folder with the environments of this user, which only fit this kind of machine. */
export function environmentStore({ environment }: Pick<Host, 'environment'>): string {
  const { ASSAY_ENVIRONMENTS: chosen, XDG_CACHE_HOME: cache, HOME: home } = environment;
  const caches = cache !== undefined && isAbsolute(cache) ? cache : join(home ?? homedir(), '.cache');
  return join(chosen || join(caches, 'assay', 'environments'), `${process.platform}-${process.arch}`);
}

const ABOUT = 'environment.json';

/** Finds an environment by its name; undefined if it is not there or no longer works. */
export async function findEnvironment(store: string, name: string): Promise<StoredEnvironment | undefined> {
  const folder = join(store, name);
  try {
    const about = JSON.parse(await readFile(join(folder, ABOUT), 'utf8')) as Omit<StoredEnvironment, 'name' | 'folder'>;
    // a Python that the machine no longer has
    for (const path of about.folders.filter((each) => /(?:^|\/)\.?venv$/.test(each)))
      await stat(join(folder, 'files', path, 'bin', 'python'));
    const { mtimeMs } = await stat(join(folder, ABOUT));
    return { ...about, name, folder, used_at: instant(mtimeMs) };
  } catch {
    return undefined;
  }
}

/** Links an environment into the current folder. */
export const linkCommand = ({ folder }: Pick<StoredEnvironment, 'folder'>): string =>
  `sh ${quote(join(folder, 'link.sh'))}`;

let count = 0;

/** Finds an environment and protects it from pruning until it is disposed. */
export async function useEnvironment(
  store: string,
  name: string,
): Promise<(StoredEnvironment & AsyncDisposable) | undefined> {
  if ((await findEnvironment(store, name)) === undefined) return undefined;
  const lease = join(store, USERS, [name, process.pid, ++count, hostname()].join('.'));
  // a store that cannot be written to is not pruned either
  await mkdir(join(store, USERS), { recursive: true }).catch(() => undefined);
  await writeFile(lease, '').catch(() => undefined);
  const [now, found] = [new Date(), await findEnvironment(store, name)];
  const release = (): Promise<void> => rm(lease, { force: true });
  if (found === undefined) await release();
  else await utimes(join(found.folder, ABOUT), now, now).catch(() => undefined);
  return found && { ...found, [Symbol.asyncDispose]: release };
}

const USERS = '.users';
const HOUR_MS = 3_600_000;

/** Names of the environments in use. */
async function listUsed(store: string): Promise<Set<string>> {
  const used = new Set<string>();
  for (const file of await readdir(join(store, USERS)).catch(() => [])) {
    const [name = '', pid, , ...host] = file.split('.');
    const path = join(store, USERS, file);
    // processes of other machines, or in other containers, are not visible
    const age_ms = Date.now() - (await stat(path).catch(() => ({ mtimeMs: 0 }))).mtimeMs;
    const ours = host.join('.') === hostname();
    if (ours ? isRunning(Number(pid)) : age_ms < 24 * HOUR_MS) used.add(name);
    else await rm(path, { force: true });
  }
  return used;
}

/** Moves what was installed in a folder to the store, in one step, so that a kill leaves no half of it. */
export async function addEnvironment(
  store: string,
  name: string,
  {
    draft,
    ...about
  }: Pick<StoredEnvironment, 'folders' | 'built_for' | 'date' | 'built_at'> & { readonly draft: string },
): Promise<void> {
  const part = join(store, `.part-${process.pid}-${++count}`);
  await mkdir(join(part, 'files'), { recursive: true });
  try {
    for (const path of about.folders) await moveFolder(join(draft, path), join(part, 'files', path));
    await writeLinkScript(part, about.folders);
    const { stdout } = await promisify(execFile)('du', ['-sk', part]);
    await writeFile(join(part, ABOUT), JSON.stringify({ ...about, size_bytes: Number.parseInt(stdout, 10) * 1024 }));
    if ((await findEnvironment(store, name)) === undefined) await removeEnvironment(store, name);
    await rename(part, join(store, name)).catch((error: NodeJS.ErrnoException) => {
      // another process was faster, with the same result
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await removeTree(part);
  }
}

/** All environments, the last used first. */
export async function listEnvironments(store: string): Promise<(StoredEnvironment & { readonly in_use: boolean })[]> {
  const [names, used] = [await readdir(store).catch(() => []), await listUsed(store)];
  const found = await Promise.all(
    names.filter((name) => !name.startsWith('.')).map((name) => findEnvironment(store, name)),
  );
  return found
    .flatMap((each) => (each === undefined ? [] : [{ ...each, in_use: used.has(each.name) }]))
    .toSorted((one, other) => (one.used_at < other.used_at ? 1 : -1));
}

async function removeEnvironment(store: string, name: string): Promise<void> {
  const removed = join(store, `.removed-${process.pid}-${++count}`);
  const moved = await rename(join(store, name), removed).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  // a run may have begun to use it
  if ((await listUsed(store)).has(name)) await rename(removed, join(store, name));
  else await removeTree(removed);
}

export interface PruneOptions {
  /** Removes what was last used before. */
  readonly used_before?: string | undefined;
  /** Then removes the least recently used until the others have this size. */
  readonly limit_bytes?: number | undefined;
  /** A name to keep. */
  readonly kept?: string;
}

/** Removes environments that are not in use, and what killed processes left. Returns those that were removed. */
export async function pruneEnvironments(store: string, options: PruneOptions): Promise<StoredEnvironment[]> {
  await removeLeftovers(store);
  const removed: StoredEnvironment[] = [];
  const all = await listEnvironments(store);
  let size_bytes = all.reduce((sum, each) => sum + each.size_bytes, 0);
  for (const each of all.toReversed()) {
    const old = options.used_before !== undefined && each.used_at < options.used_before;
    const large = options.limit_bytes !== undefined && size_bytes > options.limit_bytes;
    if (each.in_use || each.name === options.kept || !(old || large)) continue;
    await removeEnvironment(store, each.name);
    size_bytes -= each.size_bytes;
    removed.push(each);
  }
  return removed;
}

async function removeLeftovers(store: string): Promise<void> {
  for (const file of await readdir(store).catch(() => [])) {
    const [, pid] = /^\.(?:part|removed)-(\d+)-/.exec(file) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    // another machine with the same folder may be writing it
    const { mtimeMs } = await stat(join(store, file)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > HOUR_MS) await removeTree(join(store, file));
  }
}
