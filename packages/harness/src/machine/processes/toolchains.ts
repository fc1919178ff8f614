import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';

interface Toolchain {
  /** Relative to the home of the operator. */
  readonly folder: string;
  /** Where its programs look for it: they would look in the home inside, which is another. */
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

/** What the operator has installed at home and on the search path; nothing else of that home is seen inside. */
export function findToolchains(path: string, home = homedir()): Toolchains {
  const entries = path.split(':');
  const uses = (folder: string): boolean => entries.some((entry) => isWithin(entry, join(home, folder)));
  // the programs of cargo are links into rustup
  const used = TOOLCHAINS.filter(({ folder }) => uses(folder === '.rustup' ? '.cargo/bin' : folder)).filter(
    ({ folder }) => existsSync(join(home, folder)),
  );
  return {
    folders: used.map(({ folder }) => join(home, folder)),
    env: Object.fromEntries(used.flatMap(({ folder, variable }) => (variable ? [[variable, join(home, folder)]] : []))),
  };
}

/** Where the node that runs us is installed: the whole installation where it is one, else that program alone. */
export function findNodeFolder(executable = process.execPath, home = homedir()): string {
  const program = realpathSync(executable);
  const prefix = dirname(dirname(program));
  const installed = existsSync(join(prefix, 'lib/node_modules')) || existsSync(join(prefix, 'include/node'));
  return installed && prefix !== '/' && !isWithin(home, prefix) ? prefix : program;
}

/** Whether a path is a folder or something in it. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith('../'));
}
