import { access, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const CONFIG_NAMES = {
  assay: ['ts', 'js', 'mjs', 'json', 'yaml', 'yml'].map((extension) => `assay.config.${extension}`),
  axis: ['ts', 'js', 'mjs', 'json'].map((extension) => `axis.config.${extension}`),
} as const;

/** The configuration files of a folder, of the first kind found. */
export interface FoundConfig {
  readonly kind: 'assay' | 'axis' | 'skillci';
  /** More than one is an error, because it is ambiguous. */
  readonly files: readonly string[];
}

/** Finds the configuration of a folder, or of the nearest parent up to the repository root. */
export async function findConfig(folder: string): Promise<FoundConfig | undefined> {
  const own = await listConfigs(folder);
  if (own !== undefined) return own;
  if (await exists(join(folder, 'task.json'))) return { kind: 'skillci', files: [join(folder, 'task.json')] };
  for (const parent of await listParents(folder)) {
    const found = await listConfigs(parent);
    if (found !== undefined) return found;
  }
  const tasks = (await listFolders(folder)).map((name) => join(folder, name, 'task.json'));
  const files = await filterAsync(tasks, exists);
  return files.length === 0 ? undefined : { kind: 'skillci', files };
}

/** The kind of a configuration file by its name. */
export const kindOfConfig = (file: string): FoundConfig['kind'] =>
  /(^|[\\/])axis\.config\.\w+$/.test(file) ? 'axis' : /(^|[\\/])task\.json$/.test(file) ? 'skillci' : 'assay';

async function listConfigs(folder: string): Promise<FoundConfig | undefined> {
  for (const kind of ['assay', 'axis'] as const) {
    const files = await filterAsync(
      CONFIG_NAMES[kind].map((name) => join(folder, name)),
      exists,
    );
    // AXIS uses its first file; for our own, several are an error
    if (files.length > 0) return { kind, files: kind === 'axis' ? files.slice(0, 1) : files };
  }
  return undefined;
}

// outside a repository, parent folders may be unrelated
async function listParents(folder: string): Promise<readonly string[]> {
  const parents: string[] = [];
  for (let at = folder; !(await exists(join(at, '.git'))); at = dirname(at)) {
    if (dirname(at) === at) return [];
    parents.push(dirname(at));
  }
  return parents;
}

const OWN_NAME = /^scenario\.(ya?ml|json|[cm]?[jt]s)$/;
const SCENARIO_NAME = /\.(ya?ml|json|[cm]?[jt]s)$/;
const OTHER_NAME =
  /(^(package(-lock)?|tsconfig(\.[\w-]+)?|(assay|axis|vitest|vite|biome)(\.config)?)\.\w+$)|\.(test|spec|d)\.[cm]?[jt]s$/;
const MAX_DEPTH = 6;

/**
 * The scenario files of a folder: all files directly in it, and `scenario.*` in subfolders. Files next to or
 * below a `scenario.*` are its fixtures.
 */
export async function findScenarioFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const own = entries.filter((entry) => entry.isFile() && OWN_NAME.test(entry.name));
  if (own.length > 0) return own.map(({ name }) => join(folder, name)).sort();
  const files = entries
    .filter((entry) => entry.isFile() && SCENARIO_NAME.test(entry.name) && !OTHER_NAME.test(entry.name))
    .map(({ name }) => join(folder, name));
  const below = await Promise.all((await listFolders(folder)).map((name) => findOwn(join(folder, name), 1)));
  return [...files, ...below.flat()].sort();
}

async function findOwn(folder: string, depth: number): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const own = entries.filter((entry) => entry.isFile() && OWN_NAME.test(entry.name));
  if (own.length > 0 || depth >= MAX_DEPTH) return own.map(({ name }) => join(folder, name));
  const below = await Promise.all((await listFolders(folder)).map((name) => findOwn(join(folder, name), depth + 1)));
  return below.flat();
}

/** Possible scenario files of an AXIS folder; their content decides. */
export async function findAxisFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(json|[cm]?[jt]s)$/.test(entry.name))
    .map(({ name }) => join(folder, name));
  const below = await Promise.all((await listFolders(folder)).map((name) => findAxisFiles(join(folder, name))));
  return [...files, ...below.flat()].sort();
}

/** Folders that may contain scenarios: not hidden, not node_modules. Does not follow links. */
async function listFolders(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(({ name }) => name);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** What is at a path, following links; anything but a file or folder counts as nothing. */
export async function kindAt(path: string): Promise<'file' | 'folder' | 'nothing'> {
  // `stat` throws for a path with NUL
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return 'file';
  return found?.isDirectory() ? 'folder' : 'nothing';
}

async function filterAsync(paths: readonly string[], keep: (path: string) => Promise<boolean>): Promise<string[]> {
  const kept = await Promise.all(paths.map(keep));
  return paths.filter((_, index) => kept[index]);
}
