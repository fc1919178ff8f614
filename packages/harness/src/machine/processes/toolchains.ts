import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';

interface Toolchain {
  /** Relative to the operator's home. */
  readonly folder: string;
  /**
   * The variable for its location; by default its programs look in the home, which differs in the sandbox.
   */
  readonly variable?: string;
}

const TOOLCHAINS: readonly Toolchain[] = [
  { folder: '.asdf', variable: 'ASDF_DATA_DIR' },
  { folder: '.bun/bin' },
  { folder: '.cargo/bin' },
  { folder: '.deno/bin' },
  { folder: '.local/share/mise', variable: 'MISE_DATA_DIR' },
  { folder: '.nvm/versions' },
  { folder: '.pyenv' },
  { folder: '.rustup', variable: 'RUSTUP_HOME' },
  { folder: '.sdkman/candidates' },
  { folder: '.volta', variable: 'VOLTA_HOME' },
  { folder: 'go/bin' },
];

export interface Toolchains {
  readonly folders: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The toolchains of the operator's home that are on the search path; nothing else of that home is visible
 * inside.
 */
export function findToolchains(path: string, home = homedir()): Toolchains {
  const entries = path.split(':');
  const uses = (folder: string): boolean => entries.some((entry) => isWithin(entry, join(home, folder)));
  // cargo programs are links into rustup
  const used = TOOLCHAINS.filter(({ folder }) => uses(folder === '.rustup' ? '.cargo/bin' : folder)).filter(
    ({ folder }) => existsSync(join(home, folder)),
  );
  return {
    folders: used.map(({ folder }) => join(home, folder)),
    env: Object.fromEntries(used.flatMap(({ folder, variable }) => (variable ? [[variable, join(home, folder)]] : []))),
  };
}

/** Where the running node is installed: the whole installation, or only the program. */
export function findNodeFolder(executable = process.execPath, home = homedir()): string {
  const program = realpathSync(executable);
  const prefix = dirname(dirname(program));
  const installed = existsSync(join(prefix, 'lib/node_modules')) || existsSync(join(prefix, 'include/node'));
  return installed && prefix !== '/' && !isWithin(home, prefix) ? prefix : program;
}

/** Whether a path is the folder itself or inside it. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith('../'));
}
