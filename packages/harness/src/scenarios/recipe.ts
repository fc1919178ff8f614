import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { AssayError, EnvironmentRecipe, parse } from '@assay/schema';
import { canonicalDigest } from './canonical-json.ts';

/** The file of a mined task with its recipe. */
export const RECIPE_FILE = 'environment.json';

/** Reads a recipe, or throws what is wrong with it. */
export async function readRecipe(file: string): Promise<EnvironmentRecipe> {
  const text = await readFile(file, 'utf8');
  try {
    return parse(EnvironmentRecipe, JSON.parse(text));
  } catch (error) {
    throw new AssayError('invalid_config', `${file}: ${(error as Error).message}`, { cause: error });
  }
}

// another way to install or to link gives other names
const VERSION = 2;
const NAME_LENGTH = 16;

/** The name of an environment, the same on every machine. */
export const nameEnvironment = ({ install, folder, files }: EnvironmentRecipe): string => {
  const deciding = Object.entries(files).map(([path, text]) => [path, pickDeciding(path, text)]);
  const recipe = { version: VERSION, install, folder, files: Object.fromEntries(deciding) };
  return canonicalDigest(recipe).slice(0, NAME_LENGTH);
};

const DECIDING = [
  ...['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'peerDependenciesMeta'],
  ...['bundledDependencies', 'bundleDependencies', 'workspaces', 'overrides', 'resolutions', 'pnpm', 'packageManager'],
  ...['engines', 'os', 'cpu', 'type'],
];

/** What of a file decides what is installed: not the version or the scripts of the project itself. */
function pickDeciding(path: string, text: string): unknown {
  try {
    if (basename(path) === 'package.json') {
      const fields = JSON.parse(text) as Readonly<Record<string, unknown>>;
      // a name only matters to the other packages of a workspace
      return pick(fields, path === 'package.json' ? DECIDING : ['name', ...DECIDING]);
    }
    if (/^(?:package-lock|npm-shrinkwrap)\.json$/.test(basename(path))) {
      const { version: _, name: __, ...lock } = JSON.parse(text) as Readonly<Record<string, unknown>>;
      const packages = Object.entries((lock['packages'] ?? {}) as Readonly<Record<string, Record<string, unknown>>>);
      const deciding = packages.map(([at, each]) => [
        at,
        isInstalled(at) ? each : pick(each, at === '' ? DECIDING : ['name', ...DECIDING]),
      ]);
      return { ...lock, packages: Object.fromEntries(deciding) };
    }
  } catch {
    // the installer will say what is wrong with it
  }
  return text;
}

// the others are the project itself and the packages of its workspace
const isInstalled = (at: string): boolean => /(?:^|\/)node_modules\//.test(at);

const pick = (fields: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : [])));
